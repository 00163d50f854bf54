export const views = ["stage", "text", "account"] as const;
export type View = (typeof views)[number];

const parts = ["why", "prompts"] as const;

export interface Place {
  readonly view: View;
  /** The past turn that the table shows; 0 for the opening. Null if the table shows the conversation as it is now. */
  readonly turn: number | null;
  /** The turn whose details are open, and whether its prompts are open too. Null if no details are open. */
  readonly opened: { readonly turn: number; readonly part: (typeof parts)[number] } | null;
}

function numberAfter(word: string, words: readonly string[]): number | null {
  const next = words[words.indexOf(word) + 1] ?? "";
  return words.includes(word) && /^\d{1,6}$/.test(next) ? Number(next) : null;
}

/**
 * Splits the words of an address into a place and the participant whose seat the address offers, as in
 * `text/seat/Hana`.
 */
export function splitInvitation(words: readonly string[]): readonly [place: readonly string[], seat: string | null] {
  const [last = "", name] = words.slice(-2);
  return last === "seat" && name !== undefined ? [words.slice(0, -2), name] : [words, null];
}

/** Reads words such as those of `turn/6/why`, `why/6` or `text/turn/6`. Ignores unknown words. */
export function readPlace(words: readonly string[]): Place {
  const turn = numberAfter("turn", words);
  const part = parts.find((each) => words.includes(each));
  const opened = part === undefined ? null : (numberAfter(part, words) ?? turn);
  return {
    view: views.find((each) => words.includes(each)) ?? "stage",
    turn,
    opened: part === undefined || opened === null ? null : { turn: opened, part },
  };
}

export function wordsOf({ view, turn, opened }: Place): string[] {
  const details = opened === null ? [] : turn === opened.turn ? [opened.part] : [opened.part, `${opened.turn}`];
  return [...(view === "stage" ? [] : [view]), ...(turn === null ? [] : ["turn", `${turn}`]), ...details];
}
