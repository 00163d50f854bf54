/** Which model answers which call. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { inputProblem, invalidInput } from "../errors.js";
import type { Language } from "../language.js";
import type { Participant } from "../state/participant.js";
import type { RunSettings } from "../state/run-settings.js";
import { AgentModel, type ParticipantAgent } from "./agent-model.js";
import { defaultModelName, resolveModel } from "./model-source.js";
import type { Purpose } from "./request.js";
import { describeModel, type ResolvedModel } from "./resolved-model.js";

/** A LangChain chat model, or the name of one as `provider:name`. */
export type ModelSpec = BaseChatModel | string;

/** Models for some calls only. */
export interface ModelAssignments {
  /** By what the call is for, such as `bid`, `speech`, or the director's `choose-speaker`. */
  readonly byPurpose?: Partial<Record<Purpose, ModelSpec>>;
  /** By the name of the participant that the call is made for. */
  readonly byParticipant?: Readonly<Record<string, ModelSpec>>;
}

/** The models that a conversation was made with in code. */
export interface ModelChoice {
  /** For all calls that nothing below names a model for. */
  readonly model?: ModelSpec | undefined;
  readonly models?: ModelAssignments | undefined;
  /** By the name of the participant that the agent answers for, in all its calls but bids that have a model of their own. */
  readonly agents?: Readonly<Record<string, ParticipantAgent>> | undefined;
}

/** What a call is for and for whom. */
export interface CallTarget {
  readonly purpose: Purpose;
  /** The participant's name and its own `model` field; undefined for the moderator's calls. */
  readonly participant?: Pick<Participant, "name" | "model" | "tools"> | undefined;
  /** The language of errors. */
  readonly language?: Language;
}

/** What a table of the caller's assigns to a name, which may be any text. */
function assigned<Value>(table: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return table && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The choice with its agents as the models that they are to the conversation. */
type SettledChoice = Omit<ModelChoice, "agents"> & { readonly agents: Readonly<Record<string, AgentModel>> };

function settle({ agents = {}, ...choice }: ModelChoice): SettledChoice {
  const models = Object.entries(agents).map(([name, agent]): [string, AgentModel] => {
    if (typeof agent?.invoke === "function") return [name, new AgentModel(name, agent)];
    throw invalidInput([inputProblem(`agents.${name}`, "expected", { expected: "agent" })]);
  });
  return { ...choice, agents: Object.fromEntries(models) };
}

/**
 * What is nearer to the call wins: its purpose for bids (that is what cheaper bid models are for), then the participant's own
 * model, then the purpose, then the run's model, then the one given in code, then the environment's.
 */
function specFor(
  { purpose, participant, language }: CallTarget,
  choice: SettledChoice,
  context: RunSettings,
): ModelSpec {
  const { model, models, agents } = choice;
  const assignedTo = (name: string) => assigned(agents, name) ?? assigned(models?.byParticipant, name);
  const own = participant && (assignedTo(participant.name) ?? (participant.model || undefined));
  const { byPurpose } = models ?? {};
  // What is said in the same breath as a bid is a speech.
  const forPurpose = byPurpose?.[purpose] ?? (purpose === "bid-and-speech" ? byPurpose?.speech : undefined);
  const forBids = purpose === "bid" ? (context.bidModel ?? forPurpose) : undefined;
  return forBids ?? own ?? forPurpose ?? context.model ?? model ?? defaultModelName({ language });
}

/** Finds the model for a call. Models made from names are made once per name and temperature. */
export type ChooseModel = (call: CallTarget, context: RunSettings) => Promise<ResolvedModel>;

export function createModelChooser(given: ModelChoice): ChooseModel {
  const choice = settle(given);
  const made = new Map<string, Promise<ResolvedModel>>();
  return async (call, context) => {
    const spec = specFor(call, choice, context);
    if (typeof spec !== "string") return describeModel(spec);
    const key = JSON.stringify([spec, context.temperature]);
    const known = made.get(key);
    if (known) return known;
    const resolving = resolveModel(spec, { temperature: context.temperature, language: call.language });
    made.set(key, resolving);
    // A name that cannot be resolved now may be later, once a key is set.
    resolving.catch(() => made.delete(key));
    return resolving;
  };
}
