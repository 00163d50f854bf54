/** What a scenario is, what is given beside it, and errors about it. */
import { z } from "zod";
import type { RunSettings } from "../../core/state/run-settings.js";
import { type InputProblem, RostrumError } from "../../errors/rostrum-error.js";
import type { Modes } from "../../graph/modes/registry.js";
import type { Language } from "../../words/registry.js";
import { defaultLanguage, languageNamed, locales } from "../../words/registry.js";

export const title = z.string().trim().min(1).max(200).optional().meta({
  title: "Title",
  description: "The conversation's title in lists and transcripts.",
});

/** A value that is given beside the scenario and goes before what the scenario says, such as an option. */
export interface Override {
  /** Where the value belongs, such as `["bidding", "criterion"]`. */
  readonly path: readonly [string, ...string[]];
  readonly value: unknown;
  /** What errors call it, such as `--criterion`. */
  readonly name: string;
}

export interface ScenarioOptions {
  /** What errors call the text. Default: `scenario`. */
  readonly file?: string;
  readonly overrides?: readonly Override[];
  /** The modes that it can name. Default: the built-in ones. */
  readonly modes?: Modes;
  /** The language of errors. Default: the scenario's own, else English. */
  readonly language?: Language | undefined;
}

/** A conversation that is ready to run. */
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

/** Where a problem's value was written, such as `debate.yaml:12:5`, or the option that gave it, such as `--turns`. */
export const placeOf = (problem: InputProblem) => (problem as { readonly place?: string }).place;

export const showPosition = (file: string, { line, column }: Position) => `${file}:${line}:${column}`;

/** The file cannot be read, or it is not YAML. */
export const invalidScenario = (
  details: ConstructorParameters<typeof RostrumError<"invalid-scenario">>[1],
  language: Language,
) => inLanguage(new RostrumError("invalid-scenario", details, locales[language].errors), language);

/** The same error, knowing the scenario's language, so that what is said around it is in that language as well. */
export const inLanguage = (error: RostrumError, language: Language | undefined) => Object.assign(error, { language });

/** The language of the scenario that an error is about, where the error knows it. */
export const languageOfError = (error: unknown) => (error as { readonly language?: Language } | undefined)?.language;
