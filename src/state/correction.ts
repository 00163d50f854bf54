/** What models answered that did not become public as it was: nothing about it is silent. */
import type { Purpose } from "../models/request.js";

/** What was wrong with an answer. */
export type Fault =
  /** It began with its speaker's own name as a label. */
  | "own-label"
  /** It went on to speak for somebody else. */
  | "other-speaker"
  /** It held headings, such as “### Next speaker”. */
  | "heading"
  /** It put its question to somebody else than the one who has the floor next. */
  | "wrong-addressee"
  /** There was nothing in it. */
  | "empty"
  /** It named nobody. */
  | "no-addressee"
  /** It repeated what its speaker had said before. */
  | "repetition";

export interface Correction {
  readonly turn: number;
  /** Whose answer it was. */
  readonly participant: string;
  readonly purpose: Purpose;
  readonly faults: readonly Fault[];
  /** The answer to the letter. */
  readonly answer: string;
  /** What was used of it; null where it was asked for once more instead. */
  readonly used: string | null;
}
