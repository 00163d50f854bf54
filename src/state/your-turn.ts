/** What a run waits with for a person's line, and what may be answered. */
import type { Language } from "../language.js";
import type { Line } from "../text/message.js";

/** Why an answer could not be taken: no text, too long a text, or none where one is needed. */
export type YourTurnProblem = "not-a-text" | "too-long" | "empty";

/**
 * The value of the interrupt. Go on with `new Command({ resume: { text: "the line" } })`; an empty text passes. A bare string
 * will do as well, but LangGraph takes an empty one for no answer at all. Where several people speak at once, each
 * interrupt has an id: `resume: { [id]: { text: "the line" } }`.
 */
export interface YourTurn {
  readonly kind: "your-turn";
  /** Who has the floor. */
  readonly participant: string;
  readonly turn: number;
  /** What the line is for: a speech, the task in `task`, or the meeting's final decision, which cannot be passed. */
  readonly purpose: "speech" | "execute" | "decide";
  readonly language: Language;
  /** The message before, or what a listener said to this person. */
  readonly latest: Line | null;
  /** What is to be done; null but for `execute`. */
  readonly task: string | null;
  /** Why the answer before this one could not be taken; null where there was none. */
  readonly problem: YourTurnProblem | null;
}

/** Longest line of a person, in characters. */
export const longestLine = 20_000;
