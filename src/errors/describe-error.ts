/** What an error says in a given language. */

import type { Language } from "../words/registry.js";
import { locales } from "../words/registry.js";
import { errorMessage, type RostrumError } from "./rostrum-error.js";

/** The error's message in `language`, whatever language it was raised in. An `invalid-input` error has a line per problem. */
export const describeError = ({ code, details }: RostrumError, language: Language): string =>
  errorMessage(code, details as never, locales[language].errors);
