/** The options that every mode takes in code, checked at run time for callers without type checks. */

import type { StructuredToolInterface } from "@langchain/core/tools";
import { type InputProblem, inputProblem, invalidInput } from "../errors.js";
import { isRecord, type Named } from "../is-record.js";
import type { Expected } from "../locales/en/errors.js";
import type { PromptCatalog } from "../locales/locale.js";
import { defaultLanguage, locales } from "../locales/registry.js";
import type { ParticipantAgent } from "../models/agent-model.js";
import { createModelChooser, type ModelAssignments, type ModelSpec } from "../models/choose-model.js";
import { ModelCaller } from "../models/model-caller.js";
import { purposes } from "../models/request.js";
import type { OwnRules } from "../selection/registry.js";
import type { SelectionRule } from "../selection/rule.js";
import type { Conversation } from "../state/conversation-state.js";
import { unknownField } from "../state/problems.js";
import type { ModeServices } from "../steps/services.js";
import type { StopCondition } from "../stopping/condition.js";

const functions: Readonly<Record<string, Expected>> = {
  selectSpeaker: "selection-rule",
  stopWhen: "stop-condition",
  clock: "clock",
};

const known = ["model", "models", "agents", "tools", "maxToolCalls", "prompts", "rules", ...Object.keys(functions)];

function unknownNames(given: unknown, names: readonly string[], at = ""): InputProblem[] {
  if (given === undefined) return [];
  if (!isRecord(given)) return [inputProblem(at.replace(/\.$/, "") || "options", "expected", { expected: "options" })];
  return Object.keys(given)
    .filter((name) => given[name] !== undefined && !names.includes(name))
    .map((name) => unknownField(`${at}${name}`, name, names));
}

function badFunctions(given: Named): InputProblem[] {
  return Object.entries(functions)
    .filter(([name]) => given[name] !== undefined && typeof given[name] !== "function")
    .map(([name, what]) => inputProblem(name, "expected", { expected: what }));
}

const expectedOf = (value: unknown): Expected =>
  typeof value === "function" ? "function" : typeof value === "string" ? "string" : "options";

/** A prompt must have the type of the prompt that it replaces: a function or a text. */
function badPrompts(prompts: unknown): InputProblem[] {
  const catalog: Named = { ...locales[defaultLanguage].prompts };
  const wrong = unknownNames(prompts, Object.keys(catalog), "prompts.");
  if (wrong.length > 0 || !isRecord(prompts)) return wrong;
  return Object.entries(prompts)
    .filter(([name, prompt]) => prompt !== undefined && typeof prompt !== typeof catalog[name])
    .map(([name]) => inputProblem(`prompts.${name}`, "expected", { expected: expectedOf(catalog[name]) }));
}

/** A rule is a function, or a definition with a function `select`. */
function badRules(rules: unknown): InputProblem[] {
  if (rules === undefined) return [];
  if (!isRecord(rules)) return [inputProblem("rules", "expected", { expected: "object" })];
  const isRule = (rule: unknown) =>
    typeof rule === "function" || (isRecord(rule) && typeof rule["select"] === "function");
  return Object.keys(rules)
    .filter((name) => !isRule(rules[name]))
    .map((name) => inputProblem(`rules.${name}`, "expected", { expected: "selection-rule" }));
}

/**
 * Checks all options at once.
 *
 * @param without - The options that the mode does not have.
 * @throws `invalid-input` with every problem.
 */
function checkOptions(options: object | undefined, without: readonly string[] = []): void {
  const given: Named = { ...options };
  const { models, prompts, rules } = given;
  const byPurpose = isRecord(models) ? models["byPurpose"] : undefined;
  const problems = [
    ...unknownNames(
      options,
      known.filter((name) => !without.includes(name)),
    ),
    ...badFunctions(given),
    ...unknownNames(models, ["byPurpose", "byParticipant"], "models."),
    ...unknownNames(byPurpose, purposes, "models.byPurpose."),
    ...badPrompts(prompts),
    ...(without.includes("rules") ? [] : badRules(rules)),
  ];
  if (problems.length > 0) throw invalidInput(problems);
}

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
  if (duplicate >= 0) throw refuse(`tools[${duplicate}]`, "listed-twice", { name: String(tools[duplicate]?.name) });
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
