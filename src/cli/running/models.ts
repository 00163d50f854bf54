/** The models of a run. All are resolved before it starts, so that a wrong name or a missing key costs nothing. */
import { eachOnce, type InputProblem, inputProblem, RostrumError } from "../../errors.js";
import { defaultModelName, resolveModel } from "../../models/model-source.js";
import { languageOf, type Scenario } from "../../scenario/scenario.js";
import type { Participant } from "../../state/participant.js";
import { flagOf, type Options } from "../options.js";
import { UsageError } from "../usage-error.js";

export const rehearsalName = "rehearsal";

export interface RunModels {
  /** The model of participants without one of their own. */
  readonly speaking: string;
  readonly bidding: string | undefined;
  readonly byParticipant: ReadonlyMap<string, string>;
}

export const castOf = ({ input }: Scenario) => (input["participants"] ?? []) as readonly Participant[];

/** Participants with a model of their own. People need none. */
const ownModels = (scenario: Scenario) =>
  castOf(scenario).flatMap(({ name, model, human }, seat) => (model && !human ? [{ name, model, seat }] : []));

export function modelsOf(scenario: Scenario): RunModels {
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

/** Every model with what named it. */
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
export async function checkModels(scenario: Scenario, options: Options): Promise<void> {
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
