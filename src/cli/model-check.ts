/** Resolves every model that a run names before it begins, so that a wrong name or a missing key costs nothing. */

import { eachOnce, type InputProblem, inputProblem, RostrumError } from "../errors.js";
import { defaultModelName, resolveModel } from "../models/model-source.js";
import { languageOf, type Scenario } from "../scenario/scenario.js";
import type { Participant } from "../state/participant.js";
import type { RunOptions } from "./options.js";
import { UsageError } from "./usage-error.js";

/** A model's name and what named it. */
interface ModelUse {
  readonly name: string;
  readonly field: string;
}

/** The models of a run. */
export interface RunModels {
  /** Who speaks where a participant has no model of its own. */
  readonly speaking: string;
  readonly bidding: string | undefined;
  readonly byParticipant: ReadonlyMap<string, string>;
}

/** Those who have a model of their own. A person needs none. */
function ownModels({ input }: Scenario): { name: string; model: string; seat: number }[] {
  const participants = (input["participants"] ?? []) as readonly Participant[];
  return participants.flatMap(({ name, model, human }, seat) => (model && !human ? [{ name, model, seat }] : []));
}

export function modelsOf(scenario: Scenario): RunModels {
  const { context } = scenario;
  return {
    speaking: context.model ?? defaultModelName(),
    bidding: context.bidModel,
    byParticipant: new Map(ownModels(scenario).map(({ name, model }) => [name, model])),
  };
}

function usesOf(scenario: Scenario, options: RunOptions): ModelUse[] {
  const { speaking, bidding } = modelsOf(scenario);
  const field =
    options.model !== undefined ? "--model" : scenario.context.model !== undefined ? "model" : "ROSTRUM_MODEL";
  const bidField = options.bidModel !== undefined ? "--bid-model" : "bidModel";
  return [
    { name: speaking, field },
    ...(bidding === undefined ? [] : [{ name: bidding, field: bidField }]),
    ...ownModels(scenario).map(({ model, seat }) => ({ name: model, field: `participants[${seat}].model` })),
  ];
}

/** Throws a UsageError that lists every model that cannot be had. */
export async function checkModels(scenario: Scenario, options: RunOptions): Promise<void> {
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
