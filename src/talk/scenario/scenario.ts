import type { RunSettings } from "../../core/state/run-settings.js";
import { type InputProblem, RostrumError } from "../../errors/rostrum-error.js";
import type { Modes } from "../../graph/modes/registry.js";
import type { Language } from "../../words/registry.js";
import { defaultLanguage, languageNamed, locales } from "../../words/registry.js";

/** A value that replaces the scenario's own value, such as the value of a command-line option. */
export interface Override {
  /** The path of the field, such as `["bidding", "criterion"]`. */
  readonly path: readonly [string, ...string[]];
  readonly value: unknown;
  /** The name of the override in errors, such as `--criterion`. */
  readonly name: string;
}

export interface ScenarioTextOptions {
  /** The name of the text in errors. Default: `scenario`. */
  readonly file?: string;
  /** The modes that the scenario can use. Default: the built-in modes. */
  readonly modes?: Modes;
  /** The language of errors. Default: the scenario's own language, or English. */
  readonly language?: Language | undefined;
}

export interface ScenarioOptions extends ScenarioTextOptions {
  readonly overrides?: readonly Override[];
}

/** A checked scenario that is ready to run. */
export interface Scenario {
  readonly mode: string;
  readonly title: string | undefined;
  readonly input: Readonly<Record<string, unknown>>;
  readonly context: RunSettings;
}

export const languageOf = ({ input }: Scenario): Language => languageNamed(input["language"]) ?? defaultLanguage;

/** A place in a text, counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Returns the place of a problem's value, such as `debate.yaml:12:5`, or the option that contains it, such as
 * `--budget`.
 */
export const placeOf = (problem: InputProblem) => (problem as { readonly place?: string }).place;

export const showPosition = (file: string, { line, column }: Position) => `${file}:${line}:${column}`;

export const invalidScenario = (
  details: ConstructorParameters<typeof RostrumError<"invalid-scenario">>[1],
  language: Language,
) => inLanguage(new RostrumError("invalid-scenario", details, locales[language].errors), language);

/** Records an error's language in the error, so that the caller can print other messages in the same language. */
export const inLanguage = (error: RostrumError, language: Language | undefined) => Object.assign(error, { language });

export const languageOfError = (error: unknown) => (error as { readonly language?: Language } | undefined)?.language;
