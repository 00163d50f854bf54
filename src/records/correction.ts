import type { Purpose } from "./request.js";

/**
 * What was wrong with an answer. `own-label`: it labeled lines with its speaker's own name. `other-speaker`: it
 * contained lines for another speaker. `heading`: it contained a heading, or a line that hands over the floor, such as
 * “### Next speaker”. `wrong-addressee`: its question addressed someone other than the next speaker. `no-addressee`:
 * its question addressed nobody. `empty`: nothing was left of it after cleaning. `repetition`: it, or its first
 * sentence, mostly repeated what its speaker had already said. `cut-off`: the provider cut it off at its token limit.
 * `too-long`: Rostrum cut it off at `maxAnswerLength`.
 */
export type Fault =
  | ("own-label" | "other-speaker" | "heading" | "wrong-addressee")
  | ("empty" | "no-addressee" | "repetition" | "cut-off" | "too-long");

/** A person's answer to a draft that is waiting for approval. */
export type Review = "approved" | "edited" | "rejected";

/** A text that had a fault, that a person reviewed, or that was edited in a fork. */
export interface Correction {
  readonly turn: number;
  readonly participant: string;
  readonly purpose: Purpose;
  readonly faults: readonly (Fault | Review)[];
  /** The name of the person who approved, edited or rejected the answer. Absent if no person did. */
  readonly by?: string;
  /** The answer before cleaning or editing; for a final decision, its fields as JSON. */
  readonly answer: string;
  /** The text that Rostrum used after all changes; null if it requested another answer instead. */
  readonly used: string | null;
  /**
   * The id of the public message that the answer became; null if the answer did not become a message, or became only
   * part of it.
   */
  readonly messageId: string | null;
}
