import type { ErrorParameters } from "../words/en/error-words.js";
import type { Language } from "../words/registry.js";
import { locales } from "../words/registry.js";
import { errorMessage, type RostrumError } from "./rostrum-error.js";

/**
 * Returns an error's message in `language`, regardless of the language in which the error was created. An
 * `invalid-input` error has one line for each problem.
 */
export const describeError = ({ code, details }: RostrumError, language: Language): string =>
  errorMessage(code, details as ErrorParameters[typeof code], locales[language].errors);
