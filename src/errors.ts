/** Every error that Rostrum raises on purpose, told apart by `code`. */
import type { Language } from "./language.js";
import type { UsageRow } from "./usage/usage.js";

/** What went wrong. A closed list, so that callers can switch over it. */
export type RostrumErrorCode =
  /** An input field, option or scenario does not fit. `problems` lists what is wrong. */
  | "invalid-input"
  /** A scenario file cannot be read or is not YAML. */
  | "invalid-scenario"
  /** A model's name is not of the form `provider:name`, or the provider does not exist. */
  | "unknown-model"
  /** The provider's key is not in the environment. */
  | "missing-key"
  /** The provider's package is not installed. */
  | "missing-package"
  /** A model call failed, after the retries that were worth making. */
  | "model-call-failed"
  /** Nobody could bid: every call of an auction failed. */
  | "all-bids-failed"
  /** What conversations are kept in cannot be opened, read or written. */
  | "storage-failed"
  /** Another process is at work on the thread. */
  | "thread-in-use"
  /** A plan or a decision, without which a mode cannot go on, could not be read twice. */
  | "unreadable-answer"
  /** A selection rule chose somebody who is no candidate. */
  | "invalid-selection"
  /** A stop condition returned something that is no stop reason. */
  | "invalid-stop-reason"
  /** A server does not answer, or no longer does. */
  | "server-unreachable"
  /** A server answers that it will not, or does not have what it is asked for. `status` says why. */
  | "server-refused"
  /** A run on a server failed, or somebody else ended it. */
  | "run-failed"
  /** A server no longer knows how a run goes on, such as after it was restarted. */
  | "run-lost";

/** A sentence in every language. */
export type Words = Readonly<Record<Language, string>>;

/** One thing that is wrong with an input. */
export interface InputProblem {
  /** The field as a path, such as `participants[1].name`. */
  readonly field: string;
  /** What is wrong and what is allowed. */
  readonly message: string;
  /** The same in every language, where nobody knew which one was wanted. */
  readonly words?: Words;
}

/** What an error knows besides its message. */
export interface RostrumErrorDetails {
  readonly cause?: unknown;
  /** The message in every language, where nobody knew which one was wanted; the message itself is in English then. */
  readonly words?: Words;
  readonly problems?: readonly InputProblem[];
  /** What the failed call was for. */
  readonly purpose?: string;
  /** Whose call failed. */
  readonly participant?: string;
  readonly turn?: number;
  /** The model that was called. */
  readonly model?: string;
  /** What the failed calls cost. */
  readonly usage?: UsageRow;
  /** The server that was asked. */
  readonly server?: string;
  /** The HTTP status that it answered with. */
  readonly status?: number;
  /** What the server itself said. */
  readonly reason?: string;
  /** The thread on the server. */
  readonly thread?: string;
  /** The mode or assistant that the server was asked for. */
  readonly assistant?: string;
}

const marker = Symbol.for("rostrum.error");

export class RostrumError extends Error {
  readonly [marker] = true;
  override readonly name = "RostrumError";

  constructor(
    readonly code: RostrumErrorCode,
    message: string,
    readonly details: RostrumErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
  }

  /** Whether `value` is one of these errors, also when it comes from another copy of the package. */
  static isInstance(value: unknown): value is RostrumError {
    return typeof value === "object" && value !== null && (value as { [marker]?: unknown })[marker] === true;
  }
}

/** The problems without those that say the same as one before. */
export function eachOnce(problems: readonly InputProblem[]): InputProblem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** A problem that is found where nobody knows which language is wanted: in English, with the words of all. */
export const problemIn = (field: string, words: Words): InputProblem => ({ field, message: words.en, words });

/** An `invalid-input` error that lists everything that is wrong. */
export function invalidInput(found: readonly InputProblem[]): RostrumError {
  const problems = eachOnce(found);
  return new RostrumError("invalid-input", problems.map(({ field, message }) => `${field}: ${message}`).join("\n"), {
    problems,
  });
}
