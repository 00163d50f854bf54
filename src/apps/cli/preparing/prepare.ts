/** Checks the output file and, if this process runs the conversation, its models before the first call. */

import type { Participant } from "../../../core/state/participant.js";
import { rehearsalName } from "../../../core/usage/usage.js";
import { type InputProblem, inputProblem, invalidInput, RostrumError } from "../../../errors/rostrum-error.js";
import {
  defaultModelName,
  defaultModelVariable,
  type ModelOptions,
  resolveModel,
} from "../../../graph/models/model-source.js";
import { inLanguage, languageOf, type Scenario } from "../../../talk/scenario/scenario.js";
import type { CliTexts } from "../../../words/command-line.js";
import { cliTexts } from "../../../words/command-line.js";
import type { Language } from "../../../words/registry.js";
import { type Io, UsageError } from "../io.js";
import { flagOf, type Options } from "../options.js";
import { checkOutFile } from "./out-file.js";
import type { Place } from "./place.js";

interface RunSetup {
  readonly options: Options;
  readonly io: Io;
  readonly place: Place;
  /** Returns the command that runs the conversation again with this seed. Default: no such command is shown. */
  readonly repeat?: (seed: number) => string;
}

export interface PreparedRun extends RunSetup {
  readonly scenario: Scenario;
  readonly texts: CliTexts;
  readonly models: RunModels;
}

export interface RunModels {
  /** The run's model. Participants and leaders can have models of their own. */
  readonly speaking: string;
  readonly bidding: string | undefined;
  readonly own: readonly { readonly name: string; readonly model: string; readonly seat: number }[];
}

export async function prepareRun(scenario: Scenario, setup: RunSetup): Promise<PreparedRun> {
  const { options, place } = setup;
  const texts = cliTexts(languageOf(scenario));
  if (options.out !== undefined) await checkOutFile(options.out, texts);
  else if (options.public && !options.json) throw new UsageError(`--public: ${texts.usage.needsOutput}`);
  const { model, bidModel } = scenario.context;
  const own = castOf(scenario).flatMap(({ name, model: its, human }, seat) =>
    its && !human ? [{ name, model: its, seat }] : [],
  );
  // A server and workers resolve all models themselves, including the default model.
  const theirs = place.isRemote ? texts.remote.serverModel : texts.worker.model;
  const models = { speaking: model ?? (place.runsHere ? defaultModelName() : theirs), bidding: bidModel, own };
  if (place.runsHere) await checkModels(scenario, models, options);
  return { ...setup, scenario, texts, models };
}

export const castOf = ({ input }: Scenario) => (input["participants"] ?? []) as readonly Participant[];

export const namesIn = ({ speaking, bidding = speaking, own }: RunModels): string[] =>
  [speaking, bidding].concat(own.map(({ model }) => model));

export const hasRehearsal = (models: RunModels) => namesIn(models).includes(rehearsalName);

async function checkModels(scenario: Scenario, { speaking, bidding, own }: RunModels, options: Options): Promise<void> {
  const { context } = scenario;
  const language = languageOf(scenario);
  const fieldOf = (option: "model" | "bidModel") =>
    options[option] !== undefined ? flagOf(option) : context[option] !== undefined ? option : fieldOfDefault();
  const uses = own.map(({ model, seat }) => ({ name: model, field: `participants[${seat}].model` }));
  if (bidding !== undefined) uses.unshift({ name: bidding, field: fieldOf("bidModel") });
  uses.unshift({ name: speaking, field: fieldOf("model") });
  const found: InputProblem[] = [];
  for (const [index, { name, field }] of uses.entries()) {
    if (uses.findIndex((use) => use.name === name) < index) continue;
    found.push(...(await problemsOf(name, field, { temperature: context.temperature, language })));
  }
  if (found.length > 0) throw inLanguage(invalidInput(found), language);
}

const fieldOfDefault = () => defaultModelVariable() ?? "ROSTRUM_MODEL";

/** `field`: the option, setting or variable that names the model. */
async function problemsOf(name: string, field: string, options: ModelOptions): Promise<readonly InputProblem[]> {
  try {
    await resolveModel(name, options);
    return [];
  } catch (error) {
    if (!RostrumError.isInstance(error)) throw error;
    return error.details.problems ?? [inputProblem(field, "other", { message: error.message })];
  }
}

export async function checkDefaultModel(language: Language): Promise<void> {
  const found = await problemsOf(defaultModelName(), fieldOfDefault(), { language });
  if (found.length > 0) throw invalidInput(found);
}
