/** Derives the types of the parameters of errors and problems from the English sentences. */
import type { english } from "./errors.js";

export interface ErrorWords extends Readonly<typeof english> {}

/** The parameters of each sentence, by code; an empty object for a sentence without parameters. */
type Known<Sentences extends Readonly<Record<string, (known: never) => string>>> = {
  readonly [Code in keyof Sentences]: Parameters<Sentences[Code]> extends [infer Taken] ? Taken : object;
};

export type ErrorParameters = Known<ErrorWords["errors"]> & {
  readonly "invalid-input": { readonly problems: readonly Problem[] };
};
export type ProblemParameters = Known<ErrorWords["problems"]>;
export type ProblemCode = keyof ProblemParameters;

/** A problem with a value, as data. */
export type Problem<Code extends ProblemCode = ProblemCode> = {
  readonly [Each in Code]: { readonly code: Each; readonly params: ProblemParameters[Each] };
}[Code];
