/** Answers that changed before they became public, or never did. */
import type { Purpose } from "./request.js";

/**
 * What was wrong with an answer. `own-label`: it began with its speaker's own name. `other-speaker`: it also spoke for
 * another participant. `heading`: it contained headings, such as “### Next speaker”. `wrong-addressee`: its question
 * addressed someone other than the next speaker. `no-addressee`: its question addressed nobody. `repetition`: its
 * speaker had said it before. `cut-off`: the provider cut it off at its token limit.
 */
export type Fault =
  | ("own-label" | "other-speaker" | "heading" | "wrong-addressee")
  | ("empty" | "no-addressee" | "repetition" | "cut-off");

/** A person's answer to a draft that waits for approval. */
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
  /** The part that Rostrum used; null if Rostrum asked again instead. */
  readonly used: string | null;
  /** The id of the public message that contains the whole answer; null if there is none. */
  readonly messageId: string | null;
}
