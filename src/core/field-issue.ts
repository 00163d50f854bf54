/** What may be wrong with fields that do not go together. */
import type { ProblemCode } from "../words/en/error-words.js";

/** Fields that do not go together: where to report it, and which sentence says so, with its values. */
export interface FieldIssue {
  readonly path: readonly (string | number)[];
  readonly params: { readonly rule: ProblemCode } & Readonly<Record<string, unknown>>;
}

/** Checks what fields have to do with each other, once each of them is valid. */
export type FieldCheck = (input: Readonly<Record<string, unknown>>) => readonly FieldIssue[];
