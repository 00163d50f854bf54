/** What errors say, in any language. */
import { errorMessage, type InputProblem, problemMessage, type RostrumError } from "../errors.js";
import type { Language } from "../language.js";
import { locales } from "./registry.js";

/** The error's message in `language`, whatever language it was raised in. An `invalid-input` error has a line per problem. */
export const describeError = ({ code, details }: RostrumError, language: Language): string =>
  errorMessage(code, details as never, locales[language].errors);

/** What is wrong with a field, in `language`. */
export const describeProblem = (problem: InputProblem, language: Language): string =>
  problemMessage(problem, locales[language].errors);
