/** What errors and problems know, by their codes: what their English sentences take. */
import type { english } from "./errors.js";

export interface ErrorWords extends Readonly<typeof english> {}

/** What sentences take; those that name nothing take an empty object. */
type Known<Sentences extends Readonly<Record<string, (known: never) => string>>> = {
  readonly [Code in keyof Sentences]: Parameters<Sentences[Code]> extends [infer Taken] ? Taken : object;
};

export type ErrorParameters = Known<ErrorWords["errors"]> & {
  readonly "invalid-input": { readonly problems: readonly Problem[] };
};
export type ProblemParameters = Known<ErrorWords["problems"]>;
export type ProblemCode = keyof ProblemParameters;

/** Something that is wrong with a value, as data. */
export type Problem<Code extends ProblemCode = ProblemCode> = {
  readonly [Each in Code]: { readonly code: Each; readonly params: ProblemParameters[Each] };
}[Code];
