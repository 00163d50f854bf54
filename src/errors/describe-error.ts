/** Error messages in a given language. */

import type { ErrorParameters } from "../words/en/error-words.js";
import type { Language } from "../words/registry.js";
import { locales } from "../words/registry.js";
import { errorMessage, type RostrumError } from "./rostrum-error.js";

/**
 * Returns the error's message in `language`, whatever language it was created in. An `invalid-input` error has one line
 * per problem.
 */
export const describeError = ({ code, details }: RostrumError, language: Language): string =>
  errorMessage(code, details as ErrorParameters[typeof code], locales[language].errors);
