/** Answers that did not become public as the model gave them. */
import type { Purpose } from "./request.js";

/**
 * What was wrong with an answer. `own-label`: it began with its speaker's own name. `other-speaker`: it went on to speak for
 * somebody else. `heading`: it contained headings, such as “### Next speaker”. `wrong-addressee`: its question was for
 * somebody other than the next speaker. `no-addressee`: it named nobody. `repetition`: its speaker had said it before. `cut-off`:
 * the provider cut it off at its token limit.
 */
export type Fault =
  | ("own-label" | "other-speaker" | "heading" | "wrong-addressee")
  | ("empty" | "no-addressee" | "repetition" | "cut-off");

/** A person's answer to a draft that waited for approval. */
export type Review = "approved" | "edited" | "rejected";

export interface Correction {
  readonly turn: number;
  readonly participant: string;
  readonly purpose: Purpose;
  readonly faults: readonly (Fault | Review)[];
  /** Who approved, edited or rejected it. Absent if nobody was asked. */
  readonly by?: string;
  /** The model's exact answer. */
  readonly answer: string;
  /** The part that was used; null if Rostrum asked again instead. */
  readonly used: string | null;
  /** The id of the public message that it became; null if it became none, or only part of one. */
  readonly messageId: string | null;
}
