import type { MessageUsage, UsageRow } from "../port.js";
import type { ConversationRecord } from "./record.js";
import { peopleOf } from "./record.js";

export interface Share {
  readonly name: string;
  readonly turns: number;
  readonly words: number;
  readonly longestSilence: number;
}

/** The turns after which a person joined and left. The leader, who is not in the cast, is always there. */
function stayOf({ casts, turns }: ConversationRecord, name: string) {
  const hasPerson = ({ participants }: ConversationRecord["casts"][number]) =>
    participants.some((each) => each.name === name && each.presence !== "removed");
  const latest = casts.findLastIndex(hasPerson);
  const left = latest < 0 ? undefined : casts[latest + 1]?.after;
  return { from: casts.find(hasPerson)?.after ?? 0, to: left ?? turns.at(-1)?.turn ?? 0 };
}

/**
 * Returns how much each person spoke. The leader, if there is one, comes first, then the cast in the order of its
 * seats, and then those who were only in an earlier cast.
 */
export function sharesOf(record: ConversationRecord): Share[] {
  const earlier = record.casts.flatMap(({ participants }) => participants);
  const people = [...peopleOf(record), ...earlier];
  const sums = new Map(
    people.map(({ name }) => {
      const { from, to } = stayOf(record, name);
      return [name, { turns: 0, words: 0, last: from, to, longestSilence: 0 }];
    }),
  );
  for (const item of record.items) {
    if (item.kind !== "line") continue;
    const sum = sums.get(item.speaker);
    if (!sum) continue;
    sum.turns += 1;
    sum.words += item.words;
    sum.longestSilence = Math.max(sum.longestSilence, item.turn - sum.last - 1);
    sum.last = item.turn;
  }
  return [...sums].map(([name, { turns, words, last, to, longestSilence }]) => ({
    name,
    turns,
    words,
    longestSilence: Math.max(longestSilence, to - last),
  }));
}

/** The tokens of a row, including those that are estimated. */
export const tokensOf = ({ inputTokens, outputTokens, estimated }: UsageRow) => ({
  inputTokens: inputTokens + (estimated?.inputTokens ?? 0),
  outputTokens: outputTokens + (estimated?.outputTokens ?? 0),
});

/**
 * The usage in `rows` that is not part of a speech. Null if no speech records its usage, for example because an earlier
 * version of Rostrum saved the conversation.
 */
export function usageOutside({ items, turns }: ConversationRecord, rows: readonly UsageRow[]): MessageUsage | null {
  const rest = { calls: 0, inputTokens: 0, outputTokens: 0 };
  const add = ({ calls, inputTokens, outputTokens }: typeof rest, sign = 1) => {
    rest.calls += sign * calls;
    rest.inputTokens += sign * inputTokens;
    rest.outputTokens += sign * outputTokens;
  };
  for (const row of rows) add({ calls: row.calls, ...tokensOf(row) });
  // A branch in another mode copies turns without their decisions. The usage of those turns belongs to the original.
  const firstTurn = turns.find(({ decision }) => decision)?.turn ?? Number.POSITIVE_INFINITY;
  const copied = items.findLastIndex((item) => item.kind === "line" && item.isSpeech && item.turn < firstTurn);
  const spoken = items.slice(copied + 1).flatMap((item) => (item.kind === "line" && item.usage) || []);
  for (const usage of spoken) add(usage, -1);
  return spoken.length === 0 ? null : rest;
}
