import type { ProblemCode } from "../words/en/error-words.js";

/**
 * A problem with an input field that the field's own schema does not find, such as a leader whose name is already in
 * the cast. `rule` is the problem's code; the other `params` are the parameters of its message.
 */
export interface FieldIssue {
  readonly path: readonly (string | number)[];
  readonly params: { readonly rule: ProblemCode } & Readonly<Record<string, unknown>>;
}

/** Checks fields against each other, after each field has passed its own schema. */
export type FieldCheck<Input = Readonly<Record<string, unknown>>> = (input: Input) => readonly FieldIssue[];
