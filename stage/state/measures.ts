/** Measures how much each participant spoke, and how long each was silent. */
import type { ConversationRecord } from "./record.js";
import { peopleOf } from "./record.js";

export interface Share {
  readonly name: string;
  readonly turns: number;
  readonly words: number;
  /** The largest number of consecutive turns without a speech by this participant. */
  readonly longestSilence: number;
}

/** Returns the shares of the leader, if there is one, and of the cast, in seat order. */
export function sharesOf(record: ConversationRecord): Share[] {
  const sums = new Map(peopleOf(record).map(({ name }) => [name, { turns: 0, words: 0, last: 0, longestSilence: 0 }]));
  for (const item of record.items) {
    if (item.kind !== "line") continue;
    const sum = sums.get(item.speaker);
    if (!sum) continue;
    sum.turns += 1;
    sum.words += item.words;
    sum.longestSilence = Math.max(sum.longestSilence, item.turn - sum.last - 1);
    sum.last = item.turn;
  }
  const end = record.turns.at(-1)?.turn ?? 0;
  return [...sums].map(([name, { turns, words, last, longestSilence }]) => ({
    name,
    turns,
    words,
    longestSilence: Math.max(longestSilence, end - last),
  }));
}
