import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { defaultModelName, resolveModel } from "#model-source.js";
import { ownValue } from "../../base/is-record.js";
import type { Participant } from "../../core/state/participant.js";
import type { RunSettings } from "../../core/state/run-settings.js";
import { invalidField } from "../../errors/rostrum-error.js";
import type { Purpose } from "../../records/request.js";
import type { Language } from "../../words/registry.js";
import { AgentModel, type ParticipantAgent } from "./agent-model.js";
import { describeModel, type ResolvedModel } from "./resolved-model.js";

/** A LangChain chat model, or a model name: `provider:name`, `rehearsal`, or a name in `models.byName`. */
export type ModelSpec = BaseChatModel | string;

export interface ModelAssignments {
  /** Models by the purpose of the call, such as `bid`, `speech`, or the director's `choose-speaker`. */
  readonly byPurpose?: Partial<Record<Purpose, ModelSpec>>;
  readonly byParticipant?: Readonly<Record<string, ModelSpec>>;
  /** Models by names that the caller chooses. Settings and scenarios can use these names. */
  readonly byName?: Readonly<Record<string, BaseChatModel>>;
}

export interface ModelChoice {
  /**
   * The model for calls that have no model from the other options, the participant, the leader or the run's settings.
   */
  readonly model?: ModelSpec | undefined;
  readonly models?: ModelAssignments | undefined;
  /**
   * Agents by participant name. An agent answers all of its participant's calls, except bids if a model for bids is
   * set.
   */
  readonly agents?: Readonly<Record<string, ParticipantAgent>> | undefined;
}

export interface CallTarget {
  readonly purpose: Purpose;
  readonly participant?: Pick<Participant, "name" | "model" | "tools"> | undefined;
  readonly language?: Language;
}

function modelsOfAgents(agents: NonNullable<ModelChoice["agents"]>): Readonly<Record<string, AgentModel>> {
  const models = Object.entries(agents).map(([name, agent]): [string, AgentModel] => {
    if (typeof agent?.invoke === "function") return [name, new AgentModel(name, agent)];
    throw invalidField(`agents.${name}`, "expected", { expected: "agent" });
  });
  return Object.fromEntries(models);
}

/** Returns the most specific model. The bid model comes first, so that bids can use a cheaper model. */
function specFor(
  { purpose, participant, language }: CallTarget,
  { model, models: { byPurpose, byParticipant = {} } = {} }: ModelChoice,
  agents: Readonly<Record<string, AgentModel>>,
  context: RunSettings,
): ModelSpec {
  const { name = "", model: ownModel } = participant ?? {};
  // A participant's name can equal an inherited property of the table, such as `toString`.
  const assigned = [agents, byParticipant].find((table) => Object.hasOwn(table, name))?.[name];
  const own = participant && (assigned ?? (ownModel || undefined));
  // A purpose without its own model uses the model of the purpose listed here. For `bid-and-speech`, this is the model
  // for speeches, because the answer contains a speech.
  const similar = { "bid-and-speech": "speech", "bid-panel": "bid", replan: "plan" } as const;
  const forPurpose = byPurpose?.[purpose] ?? byPurpose?.[similar[purpose as keyof typeof similar]];
  const forBids = purpose === "bid" || purpose === "bid-panel" ? (context.bidModel ?? forPurpose) : undefined;
  return forBids ?? own ?? forPurpose ?? context.model ?? model ?? defaultModelName({ language });
}

/** Returns the model for a call. Creates each named model only once per temperature. */
export type ChooseModel = (call: CallTarget, context: RunSettings) => Promise<ResolvedModel>;

export function createModelChooser(choice: ModelChoice): ChooseModel {
  const agents = modelsOfAgents(choice.agents ?? {});
  const cache = new Map<string, Promise<ResolvedModel>>();
  return async (call, context) => {
    const found = specFor(call, choice, agents, context);
    const { byName = {} } = choice.models ?? {};
    const spec = typeof found === "string" ? (ownValue(byName, found) ?? found) : found;
    if (typeof spec !== "string") return describeModel(spec);
    const key = JSON.stringify([spec, context.temperature]);
    const cached = cache.get(key);
    if (cached) return cached;
    const resolving = resolveModel(spec, { temperature: context.temperature, language: call.language });
    cache.set(key, resolving);
    // Does not cache failures, because a missing API key may be set before the next call.
    resolving.catch(() => cache.delete(key));
    return resolving;
  };
}
