/** The last checks before a run: after them, only models and servers can fail. */
import { eachOnce, type InputProblem, inputProblem, RostrumError } from "../../errors.js";
import { cliTexts } from "../../locales/command-line.js";
import type { CliTexts } from "../../locales/en/command-line.js";
import { defaultModelName, resolveModel } from "../../models/model-source.js";
import { languageOf, type Scenario } from "../../scenario/scenario.js";
import type { Participant } from "../../state/participant.js";
import { type Io, UsageError } from "../io.js";
import { flagOf, type Options } from "../options.js";
import { checkOutFile } from "../out-file.js";

export interface PreparedRun {
  readonly options: Options;
  readonly io: Io;
  readonly scenario: Scenario;
  readonly models: RunModels;
  readonly texts: CliTexts;
  readonly pace: number;
  /** The command that runs the conversation again with this seed; undefined where there is none. */
  readonly repeat: ((seed: number) => string) | undefined;
}

/** About as fast as one reads. In milliseconds per word. */
const readingPace = 120;
const maxPace = 10_000;

function paceOf({ pace, json }: Options, io: Io, texts: CliTexts): number {
  if (pace === undefined) return io.stdout.isTTY && !json ? readingPace : 0;
  const milliseconds = pace.trim() === "" ? Number.NaN : Number(pace);
  if (!(milliseconds >= 0 && milliseconds <= maxPace))
    throw new UsageError(`--pace: ${texts.usage.pace(pace, maxPace)}`);
  return milliseconds;
}

/**
 * Checks everything that needs no model call. `isRemote`: the server chooses the models and their pace.
 *
 * @throws UsageError for the first mistake.
 */
export async function prepareRun(
  scenario: Scenario,
  { options, io, repeat, isRemote = false }: Pick<PreparedRun, "options" | "io" | "repeat"> & { isRemote?: boolean },
): Promise<PreparedRun> {
  const texts = cliTexts(languageOf(scenario));
  const pace = paceOf(options, io, texts);
  if (options.out !== undefined) await checkOutFile(options.out, texts.usage);
  const prepared = { options, io, scenario, texts, repeat };
  if (isRemote) {
    const speaking = scenario.context.model ?? texts.remote.serverModel;
    return { ...prepared, models: { ...modelsOf(scenario), speaking }, pace: 0 };
  }
  await checkModels(scenario, options);
  return { ...prepared, models: modelsOf(scenario), pace };
}

export const rehearsalName = "rehearsal";

export interface RunModels {
  /** The model of participants without one of their own. */
  readonly speaking: string;
  readonly bidding: string | undefined;
  readonly byParticipant: ReadonlyMap<string, string>;
}

export const castOf = ({ input }: Scenario) => (input["participants"] ?? []) as readonly Participant[];

const ownModels = (scenario: Scenario) =>
  castOf(scenario).flatMap(({ name, model, human }, seat) => (model && !human ? [{ name, model, seat }] : []));

function modelsOf(scenario: Scenario): RunModels {
  const { context } = scenario;
  return {
    speaking: context.model ?? defaultModelName(),
    bidding: context.bidModel,
    byParticipant: new Map(ownModels(scenario).map(({ name, model }) => [name, model])),
  };
}

export const namesIn = ({ speaking, bidding, byParticipant }: RunModels): string[] => [
  ...new Set([speaking, ...(bidding === undefined ? [] : [bidding]), ...byParticipant.values()]),
];

export const hasRehearsal = (models: RunModels) => namesIn(models).includes(rehearsalName);

function usesOf(scenario: Scenario, options: Options): { readonly name: string; readonly field: string }[] {
  const { speaking, bidding } = modelsOf(scenario);
  const fieldOf = (option: "model" | "bidModel", otherwise: string) =>
    options[option] !== undefined ? flagOf(option) : scenario.context[option] !== undefined ? option : otherwise;
  return [
    { name: speaking, field: fieldOf("model", "ROSTRUM_MODEL") },
    ...(bidding === undefined ? [] : [{ name: bidding, field: fieldOf("bidModel", "bidModel") }]),
    ...ownModels(scenario).map(({ model, seat }) => ({ name: model, field: `participants[${seat}].model` })),
  ];
}

/** @throws UsageError with every model that cannot be resolved. */
async function checkModels(scenario: Scenario, options: Options): Promise<void> {
  const language = languageOf(scenario);
  const found: InputProblem[] = [];
  const seen = new Set<string>();
  for (const { name, field } of usesOf(scenario, options)) {
    if (seen.has(name)) continue;
    seen.add(name);
    try {
      await resolveModel(name, { temperature: scenario.context.temperature, language });
    } catch (error) {
      if (!RostrumError.isInstance(error)) throw error;
      found.push(...(error.details.problems ?? [inputProblem(field, "other", { message: error.message })]));
    }
  }
  const problems = eachOnce(found);
  if (problems.length > 0) throw new UsageError(problems.map(({ message }) => message).join("\n"), problems, language);
}
