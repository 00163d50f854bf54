/** What a scenario is, and what it is checked against. */
import { z } from "zod";
import type { Language } from "../language.js";
import { defaultLanguage, languageNamed } from "../locales/registry.js";
import type { FieldCheck } from "../state/problems.js";
import type { RunSettings } from "../state/run-settings.js";

/** The part of a mode that scenarios are checked against. */
export interface ScenarioMode {
  readonly fields: Readonly<Record<string, z.ZodType>>;
  readonly context: Readonly<Record<string, z.ZodType>>;
  readonly check?: FieldCheck;
}

/** What a scenario is called in lists. */
export const title = z.string().trim().min(1).max(200).optional().meta({
  title: "Title",
  description: "What the conversation is called in lists and transcripts.",
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
  readonly modes: Readonly<Record<string, ScenarioMode>>;
  /** What errors call the text. Default: `scenario`. */
  readonly file?: string;
  readonly overrides?: readonly Override[];
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

/** The language of a conversation that is ready to run. */
export const languageOf = ({ input }: Scenario): Language => languageNamed(input["language"]) ?? defaultLanguage;
