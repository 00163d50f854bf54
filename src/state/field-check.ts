/** What a field has to do with another one. Fields are checked one by one; this is checked once all are there. */
import type { ProblemCode } from "../locales/error-words.js";

/** Something that does not go together: where to say it, and which rule it breaks with which values. */
export interface FieldIssue {
  readonly path: readonly (string | number)[];
  readonly params: { readonly rule: ProblemCode } & Readonly<Record<string, unknown>>;
}

export type FieldCheck = (input: Readonly<Record<string, unknown>>) => readonly FieldIssue[];
