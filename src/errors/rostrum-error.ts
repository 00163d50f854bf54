import type { UsageRow } from "../records/usage.js";
import type { ErrorParameters, ErrorWords, Problem, ProblemCode, ProblemParameters } from "../words/en/error-words.js";
import { english } from "../words/en/errors.js";

/**
 * The code of an error. The set of codes is closed, so callers can switch on the code exhaustively. The reference
 * explains each code.
 */
export type RostrumErrorCode = keyof ErrorParameters;

/** A problem in an input. */
export type InputProblem<Code extends ProblemCode = ProblemCode> = Problem<Code> & {
  /** The field as a path, such as `participants[1].name`. */
  readonly field: string;
  /**
   * What is wrong and what is allowed, in English unless Rostrum knew the language when it found the problem. See
   * {@link describeError}.
   */
  readonly message: string;
};

/** The data of an error. The code determines which fields are present. */
export interface RostrumErrorDetails {
  /** All problems of an `invalid-input` error. */
  readonly problems?: readonly InputProblem[];
  /** The purpose of the failed call. */
  readonly purpose?: string;
  /** The participant or leader concerned. */
  readonly participant?: string;
  /** The turn in which the error occurred, counted from 1; between turns, the number of turns taken. */
  readonly turn?: number;
  /** The name of the model concerned. */
  readonly model?: string;
  /** The usage of all model calls that the failed step made. */
  readonly usage?: UsageRow;
  /** The kind of failure, for codes that cover several kinds. */
  readonly fault?: string;
  /** Why the operation failed, often in the words of the provider, the store or the server. */
  readonly reason?: string;
  /** The server's address. */
  readonly server?: string;
  /** The HTTP status of the server's response. */
  readonly status?: number;
  /** The thread concerned. */
  readonly thread?: string;
  /** The requested mode or assistant. */
  readonly assistant?: string;
  /** The HTTP methods that the address accepts. */
  readonly methods?: readonly string[];
  /** When to repeat the request, in seconds from now. */
  readonly seconds?: number;
}

type Known<Code extends RostrumErrorCode> = ErrorParameters[Code] & { cause?: unknown; usage?: UsageRow };

const marker = Symbol.for("rostrum.error");

/** An error that Rostrum throws on purpose. `code` identifies the reason. */
export class RostrumError<Code extends RostrumErrorCode = RostrumErrorCode> extends Error {
  readonly [marker] = true;
  override readonly name = "RostrumError";
  readonly details: RostrumErrorDetails;
  readonly #words: ErrorWords | undefined;

  /** @internal `words`: the sentences in the message's language. Default: English. */
  constructor(
    readonly code: Code,
    { cause, ...details }: Known<Code>,
    words?: ErrorWords,
  ) {
    super(errorMessage(code, details as Known<Code>, words), cause === undefined ? undefined : { cause });
    this.details = details as RostrumErrorDetails;
    this.#words = words;
  }

  /** @internal Returns a copy of the error that includes the usage of the failed step's calls. */
  withUsage(usage: UsageRow): RostrumError<Code> {
    return new RostrumError(this.code, { ...(this.details as Known<Code>), cause: this.cause, usage }, this.#words);
  }

  /** @internal Creates an error from its data, for example if the data comes from another process. */
  static from(code: RostrumErrorCode, details: RostrumErrorDetails, cause?: unknown): RostrumError {
    return new RostrumError(code, { ...(details as Known<RostrumErrorCode>), cause });
  }

  /** Whether `value` is a Rostrum error, even one from another copy of the package. */
  static isInstance(value: unknown): value is RostrumError {
    return typeof value === "object" && value !== null && (value as { [marker]?: unknown })[marker] === true;
  }
}

/** By default, the message is in English, and each problem keeps the language in which it was created. */
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

export function inputProblem<Code extends ProblemCode>(
  field: string,
  code: Code,
  params: ProblemParameters[Code],
  words: ErrorWords = english,
): InputProblem {
  const problem = { code, params } as Problem;
  return { ...problem, field, message: problemMessage(problem, words) };
}

export function invalidInput(found: readonly InputProblem[]): RostrumError {
  const problems = [...new Map(found.map((problem) => [JSON.stringify(problem), problem])).values()];
  return new RostrumError("invalid-input", { problems });
}

export const invalidField = (...problem: Parameters<typeof inputProblem>) => invalidInput([inputProblem(...problem)]);
