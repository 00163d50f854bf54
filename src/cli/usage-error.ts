/** Errors that only the command line raises. */
import type { InputProblem } from "../errors.js";
import type { Language } from "../language.js";

/** A mistake in the command. The command ends with exit status 2 before it does anything. */
export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(
    message: string,
    /** Every problem, where there are several. */
    readonly problems: readonly InputProblem[] = [],
    /** The language of the message, where it is known. */
    readonly language?: Language,
  ) {
    super(message);
  }
}

/** Standard input ended before a person gave an answer that is required. The user sees its message. */
export class InputEndedError extends Error {
  override readonly name = "InputEndedError";
}
