/** What an error says in a given language. */

import type { ErrorParameters } from "../words/en/error-words.js";
import type { Language } from "../words/registry.js";
import { locales } from "../words/registry.js";
import { errorMessage, type RostrumError } from "./rostrum-error.js";

/** The error's message in `language`, whatever language it was raised in. An `invalid-input` error has a line per problem. */
export const describeError = ({ code, details }: RostrumError, language: Language): string =>
  errorMessage(code, details as ErrorParameters[typeof code], locales[language].errors);
