/** Problems of fields that do not fit each other. */
import type { ProblemCode } from "../words/en/error-words.js";

/** A problem between fields: where to report it, and the code and parameters of its message. */
export interface FieldIssue {
  readonly path: readonly (string | number)[];
  readonly params: { readonly rule: ProblemCode } & Readonly<Record<string, unknown>>;
}

/** Checks fields against each other. Each field is already valid by itself. */
export type FieldCheck<Input = Readonly<Record<string, unknown>>> = (input: Input) => readonly FieldIssue[];
