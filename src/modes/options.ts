/** What every mode can be made with in code. */

import type { StructuredToolInterface } from "@langchain/core/tools";
import { inputProblem, invalidInput } from "../errors.js";
import type { PromptCatalog } from "../locales/prompt-catalog.js";
import type { ParticipantAgent } from "../models/agent-model.js";
import type { ModelAssignments, ModelSpec } from "../models/choose-model.js";
import { createModelChooser } from "../models/choose-model.js";
import { ModelCaller } from "../models/model-caller.js";
import type { OwnRules } from "../selection/registry.js";
import type { SelectionRule } from "../selection/rule.js";
import type { Conversation } from "../state/conversation-state.js";
import type { ModeServices } from "../steps/services.js";
import type { StopCondition } from "../stopping/condition.js";
import { checkOptions } from "./check-options.js";

/** The settings that a mode's rules read. */
type SettingsOf<State> = State extends { readonly selection: infer Settings extends object } ? Settings : object;

export interface ConversationOptions<State extends Conversation = Conversation> {
  /**
   * The model that answers: a LangChain chat model, or the name of one as `provider:name`. Defaults to ROSTRUM_MODEL, else
   * to OpenAI's where OPENAI_API_KEY or OPENAI_BASE_URL is set, else to the rehearsal, which says so on stderr. A model object
   * keeps its own temperature and its client's own retries: make it with `maxRetries: 0`, or they multiply with Rostrum's and
   * count as one call.
   */
  readonly model?: ModelSpec;
  /** Models for some calls only, by purpose or by participant. */
  readonly models?: ModelAssignments;
  /**
   * Participants that answer by an agent of the caller's, by name: a LangChain runnable or a compiled graph, such as one made by
   * `createAgent`. It is asked with `{ messages }` for everything that participant is asked for; bids may have a model of
   * their own (`bidModel`). Its answers come whole, not word by word. Defaults to none.
   */
  readonly agents?: Readonly<Record<string, ParticipantAgent>>;
  /** The tools that participants may name in their `tools` field. Defaults to none. */
  readonly tools?: readonly StructuredToolInterface[];
  /** The most tool calls that a speaker may make for one speech. Defaults to 5. */
  readonly maxToolCalls?: number;
  /** Prompts that take the place of those of the conversation's language. Defaults to none. */
  readonly prompts?: Partial<PromptCatalog>;
  /** Rules of the caller's own, by the names that `selection.rule` chooses them by. Defaults to none. */
  readonly rules?: OwnRules<SettingsOf<State>>;
  /** A rule that takes the place of the one that the settings choose. Defaults to that rule. */
  readonly selectSpeaker?: SelectionRule<SettingsOf<State>>;
  /** When to stop, in place of the `stopping` field. `maxTurns` holds in any case. Defaults to that field. */
  readonly stopWhen?: StopCondition;
  /** Tells the time that messages carry. Defaults to the system's clock; tests set another. */
  readonly clock?: () => Date;
}

const usualToolCalls = 5;

/** The tools by name. Throws `invalid-input` where two have the same, or the limit is no whole number over 0. */
function toolsOf({ tools = [], maxToolCalls = usualToolCalls }: ConversationOptions<never>): ModeServices["toolbox"] {
  const refuse = (...problem: Parameters<typeof inputProblem>) => invalidInput([inputProblem(...problem)]);
  if (!Number.isInteger(maxToolCalls) || maxToolCalls < 1)
    throw refuse("maxToolCalls", "expected", { expected: "count" });
  if (!Array.isArray(tools)) throw refuse("tools", "expected", { expected: "tools" });
  const strange = tools.findIndex((tool) => typeof tool?.name !== "string" || typeof tool.invoke !== "function");
  if (strange >= 0) throw refuse(`tools[${strange}]`, "expected", { expected: "tool" });
  const twice = tools.findIndex(({ name }, index) => tools.findIndex((other) => other.name === name) < index);
  if (twice >= 0) throw refuse(`tools[${twice}]`, "duplicate-tool", { name: String(tools[twice]?.name) });
  return { tools, mostCalls: maxToolCalls };
}

/** What nodes work with, made from the options. Throws `invalid-input` for options that do not fit, or that are in `without`. */
export function servicesOf(
  options: ConversationOptions<never> | undefined,
  without: readonly string[] = [],
): ModeServices {
  checkOptions(options, without);
  return makeServices(options ?? {});
}

function makeServices(options: ConversationOptions<never>): ModeServices {
  const { model, models, agents, prompts = {}, clock = () => new Date() } = options;
  const assigned = [...Object.keys(agents ?? {}), ...Object.keys(models?.byParticipant ?? {})];
  return {
    caller: new ModelCaller(createModelChooser({ model, models, agents })),
    prompts,
    clock,
    assigned,
    toolbox: toolsOf(options),
  };
}
