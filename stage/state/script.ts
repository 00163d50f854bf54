/** The timing of a turn's replay: the bids one by one, a pause for the choice, then the words one by one. */
import type { Moment } from "./frame.js";

/** Durations in milliseconds, at normal speed. */
const pace = { bid: 280, choice: 1100, tie: 1900, word: 190, wideCharacter: 130, rest: 1300 };

export interface Script {
  readonly length: number;
  momentAt(elapsed: number): Moment;
}

interface PlayedTurn {
  readonly bids: number;
  readonly isTie: boolean;
  readonly hasDecision: boolean;
  readonly text: string;
}

function endsOf(text: string): { readonly at: number; readonly milliseconds: number }[] {
  return [...text.matchAll(/\s*(?:\p{Script=Han}|[^\s\p{Script=Han}]+)|\s+/gu)].map(([word], index, all) => ({
    at: (all[index]?.index ?? 0) + word.length,
    milliseconds: /\p{Script=Han}/u.test(word) ? pace.wideCharacter : pace.word,
  }));
}

export function scriptOf({ bids, isTie, hasDecision, text }: PlayedTurn): Script {
  const bidding = bids * pace.bid;
  const choice = hasDecision ? (isTie ? pace.tie : pace.choice) : 0;
  const start = bidding + choice;
  let time = start;
  const words = endsOf(text).map(({ at, milliseconds }) => {
    time += milliseconds;
    return { at, time };
  });
  return {
    length: time + pace.rest,
    momentAt(elapsed) {
      if (elapsed < bidding) return { bids: Math.floor(elapsed / pace.bid) + 1, isDecided: false, characters: 0 };
      if (elapsed < start) return { bids, isDecided: true, characters: 0 };
      const next = words.findIndex((word) => word.time > elapsed);
      const characters = next < 0 ? Number.MAX_SAFE_INTEGER : (words[next]?.at ?? 0);
      return { bids, isDecided: true, characters };
    },
  };
}
