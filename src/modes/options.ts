/** The options that every mode takes in code. */

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
   * The model: a LangChain chat model, or the name of one as `provider:name`. Defaults to `ROSTRUM_MODEL`; without it to OpenAI's
   * model if `OPENAI_API_KEY` or `OPENAI_BASE_URL` is set; otherwise to the rehearsal, with a note on stderr. A model object keeps
   * its own temperature and retries. Create it with `maxRetries: 0`; otherwise its retries multiply with Rostrum's, and Rostrum
   * counts them as one call.
   */
  readonly model?: ModelSpec;
  /** Models for some of the calls, by purpose or by participant. Defaults to none. */
  readonly models?: ModelAssignments;
  /**
   * Agents that answer for participants, by the participant's name: LangChain runnables or compiled graphs, such as those made by
   * `createAgent`. An agent receives `{ messages }` in all calls for its participant, except bids if `bidModel` is set. Its answers
   * arrive whole, not word by word. Defaults to none.
   */
  readonly agents?: Readonly<Record<string, ParticipantAgent>>;
  /** The tools that participants may name in their `tools` field. Defaults to none. */
  readonly tools?: readonly StructuredToolInterface[];
  /** The maximum number of tool calls for one speech. Defaults to 5. */
  readonly maxToolCalls?: number;
  /** Prompts that replace those of the conversation's language. Defaults to none. */
  readonly prompts?: Partial<PromptCatalog>;
  /** The caller's own rules, by the names that `selection.rule` chooses from. Defaults to none. */
  readonly rules?: OwnRules<SettingsOf<State>>;
  /** A rule that replaces the one that the settings choose. Defaults to that rule. */
  readonly selectSpeaker?: SelectionRule<SettingsOf<State>>;
  /** The stop condition. Replaces the `stopping` field, which is the default; `maxTurns` always applies. */
  readonly stopWhen?: StopCondition;
  /** The clock for the messages' time stamps and for time limits. Defaults to the system's clock. */
  readonly clock?: () => Date;
}

/**
 * Checks the tools and their limit.
 *
 * @throws `invalid-input` for anything but tools with unique names, or a limit that is not a positive integer.
 */
function toolboxOf({ tools = [], maxToolCalls = 5 }: ConversationOptions<never>): ModeServices["toolbox"] {
  const refuse = (...problem: Parameters<typeof inputProblem>) => invalidInput([inputProblem(...problem)]);
  if (!Number.isInteger(maxToolCalls) || maxToolCalls < 1)
    throw refuse("maxToolCalls", "expected", { expected: "count" });
  if (!Array.isArray(tools)) throw refuse("tools", "expected", { expected: "tools" });
  const invalid = tools.findIndex((tool) => typeof tool?.name !== "string" || typeof tool.invoke !== "function");
  if (invalid >= 0) throw refuse(`tools[${invalid}]`, "expected", { expected: "tool" });
  const duplicate = tools.findIndex(({ name }, index) => tools.findIndex((other) => other.name === name) < index);
  if (duplicate >= 0) throw refuse(`tools[${duplicate}]`, "duplicate-tool", { name: String(tools[duplicate]?.name) });
  return { tools, maxCalls: maxToolCalls };
}

/**
 * Makes the services that the steps share from a mode's options.
 *
 * @param without - The options that the mode does not have.
 * @throws `invalid-input` for invalid options.
 */
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
    toolbox: toolboxOf(options),
  };
}
