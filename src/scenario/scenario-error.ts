/** Errors about scenarios, and where in the file they are. */

import { type InputProblem, RostrumError } from "../errors.js";
import type { Language } from "../language.js";
import { locales } from "../locales/registry.js";

/** A place in a text, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A problem that knows where its value was written. */
type LocatedProblem = InputProblem & {
  /** `debate.yaml:12:5`, or the option that gave the value, such as `--turns`. */
  readonly place: string;
};

export function placeOf(problem: InputProblem): string | undefined {
  return (problem as Partial<LocatedProblem>).place;
}

export function showPosition(file: string, { line, column }: Position): string {
  return `${file}:${line}:${column}`;
}

/** The file cannot be read, or it is not YAML. */
export const invalidScenario = (
  details: ConstructorParameters<typeof RostrumError<"invalid-scenario">>[1],
  language: Language,
) => inLanguage(new RostrumError("invalid-scenario", details, locales[language].errors), language);

/** The same error, knowing the scenario's language, so that what is said around it is in that language as well. */
export function inLanguage(error: RostrumError, language: Language): RostrumError {
  return Object.assign(error, { language });
}

/** The language of the scenario that an error is about, where the error knows it. */
export function languageOf(error: unknown): Language | undefined {
  return (error as { readonly language?: Language } | undefined)?.language;
}
