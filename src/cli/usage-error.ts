/** A command that was written wrong: ends with exit status 2 before anything is done. */

import type { InputProblem } from "../errors.js";
import type { Language } from "../language.js";

export class UsageError extends Error {
  override readonly name = "UsageError";

  constructor(
    message: string,
    /** Everything that is wrong, where it is more than the message. */
    readonly problems: readonly InputProblem[] = [],
    /** The language that it is told in, where that is known. */
    readonly language?: Language,
  ) {
    super(message);
  }
}
