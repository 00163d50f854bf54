/** Every error that Rostrum raises on purpose, told apart by `code`. */

import type { UsageRow } from "../records/usage.js";
import type { ErrorParameters, ErrorWords, Problem, ProblemCode, ProblemParameters } from "../words/en/error-words.js";
import { english } from "../words/en/errors.js";

/** What went wrong. A closed list, so that callers can switch over it; the reference explains each code. */
export type RostrumErrorCode = keyof ErrorParameters;

/** One thing that is wrong with an input. */
export type InputProblem<Code extends ProblemCode = ProblemCode> = Problem<Code> & {
  /** The field as a path, such as `participants[1].name`. */
  readonly field: string;
  /** What is wrong and what is allowed, in English if the language is not known. See {@link describeError}. */
  readonly message: string;
};

/** What an error says besides its message. Which fields are present depends on the code. */
export interface RostrumErrorDetails {
  /** For `invalid-input`: everything that is wrong. */
  readonly problems?: readonly InputProblem[];
  /** What the failed call was for. */
  readonly purpose?: string;
  /** Whose call failed. */
  readonly participant?: string;
  /** The turn in which it failed, counted from 1; 0 before the first. */
  readonly turn?: number;
  /** The model that was called. */
  readonly model?: string;
  /** What the failed calls cost. */
  readonly usage?: UsageRow;
  /** The kind of failure, for codes that stand for several. */
  readonly fault?: string;
  /** What the provider, the store or the server said. */
  readonly reason?: string;
  /** The server's address. */
  readonly server?: string;
  /** The HTTP status of the server's answer. */
  readonly status?: number;
  /** The requested thread. */
  readonly thread?: string;
  /** The requested mode or assistant. */
  readonly assistant?: string;
}

type Known<Code extends RostrumErrorCode> = ErrorParameters[Code] & { cause?: unknown; usage?: UsageRow };

const marker = Symbol.for("rostrum.error");

export class RostrumError<Code extends RostrumErrorCode = RostrumErrorCode> extends Error {
  readonly [marker] = true;
  override readonly name = "RostrumError";
  readonly details: RostrumErrorDetails;
  readonly #words: ErrorWords | undefined;

  /** @internal `words`: the sentences of the language that the message is in. Default: English. */
  constructor(
    readonly code: Code,
    { cause, ...details }: Known<Code>,
    words?: ErrorWords,
  ) {
    super(errorMessage(code, details as Known<Code>, words), cause === undefined ? undefined : { cause });
    this.details = details as RostrumErrorDetails;
    this.#words = words;
  }

  /** @internal The same error with the usage of the calls that failed. */
  withUsage(usage: UsageRow): RostrumError<Code> {
    return new RostrumError(this.code, { ...(this.details as Known<Code>), cause: this.cause, usage }, this.#words);
  }

  /** Whether `value` is one of these errors, even if it comes from another copy of the package. */
  static isInstance(value: unknown): value is RostrumError {
    return typeof value === "object" && value !== null && (value as { [marker]?: unknown })[marker] === true;
  }
}

/** The message that `words` make of what an error knows. Default: English, and problems in the language they were found in. */
export function errorMessage<Code extends RostrumErrorCode>(
  code: Code,
  details: ErrorParameters[Code],
  words?: ErrorWords,
): string {
  if ("problems" in details)
    return (details.problems as readonly InputProblem[])
      .map((problem) => `${problem.field}: ${words ? problemMessage(problem, words) : problem.message}`)
      .join("\n");
  const sentences = (words ?? english).errors as Readonly<Record<string, (known: typeof details) => string>>;
  return sentences[code]?.(details) ?? code;
}

export function problemMessage({ code, params }: Problem, words: ErrorWords): string {
  return (words.problems[code] as (params: Problem["params"]) => string)(params);
}

/** A problem of a field. `words`: the sentences of the language that its message is in. Default: English. */
export function inputProblem<Code extends ProblemCode>(
  field: string,
  code: Code,
  params: ProblemParameters[Code],
  words: ErrorWords = english,
): InputProblem {
  const problem = { code, params } as Problem;
  return { ...problem, field, message: problemMessage(problem, words) };
}

/** An `invalid-input` error that lists everything that is wrong, each problem once. */
export function invalidInput(found: readonly InputProblem[]): RostrumError {
  const problems = [...new Map(found.map((problem) => [JSON.stringify(problem), problem])).values()];
  return new RostrumError("invalid-input", { problems });
}

/** An `invalid-input` error about one field. */
export const invalidField = (...problem: Parameters<typeof inputProblem>) => invalidInput([inputProblem(...problem)]);
