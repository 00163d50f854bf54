/** Options are also checked at run time, for callers that do not use TypeScript. */
import type { StructuredToolInterface } from "@langchain/core/tools";
import { z } from "zod/v4";
import { isRecord, type Named } from "../../base/is-record.js";
import type { OwnRules } from "../../core/selection/registry.js";
import type { SelectionRule } from "../../core/selection/rule.js";
import { readWith } from "../../core/state/problems.js";
import { isCount, type StopCondition } from "../../core/stopping/condition.js";
import { type OwnConditions, withOwnConditions } from "../../core/stopping/registry.js";
import type { Expected } from "../../words/en/errors.js";
import type { PromptCatalog } from "../../words/en/prompts.js";
import { defaultLanguage, locales } from "../../words/registry.js";
import type { ParticipantAgent } from "../models/agent-model.js";
import { createModelChooser, type ModelAssignments, type ModelSpec } from "../models/choose-model.js";
import { ModelCaller } from "../models/model-caller.js";
import type { Conversation } from "../state/conversation-state.js";
import type { ModeServices } from "../steps/run/services.js";

const check = (holds: (value: unknown) => boolean, expected: Expected) =>
  z.custom<unknown>(holds, { params: { rule: "expected", expected } });

const fn = (expected: Expected) => check((value) => typeof value === "function", expected).optional();

const unchecked = z.unknown().optional();

const purposes = Object.keys(locales[defaultLanguage].transcript.purposes);

/** A prompt must have the same type as the prompt that it replaces: a function, a text or an object. */
const promptFields = Object.entries(locales[defaultLanguage].prompts).map(([name, prompt]) => [
  name,
  typeof prompt === "function"
    ? fn("function")
    : (typeof prompt === "string" ? z.string() : z.looseObject({})).optional(),
]);

const isRule = (rule: unknown) =>
  typeof rule === "function" || (isRecord(rule) && typeof rule["select"] === "function");

const isCondition = (condition: unknown) =>
  isRecord(condition) && typeof condition["create"] === "function" && condition["setting"] instanceof z.ZodType;

const isTool = (tool: unknown) =>
  isRecord(tool) && typeof tool["name"] === "string" && typeof tool["invoke"] === "function";

const tools = check(Array.isArray, "tools").pipe(
  z.array(check(isTool, "tool")).superRefine((given, context) => {
    const names = given.map((tool) => (tool as Named)["name"]);
    const twice = names.findIndex((name, index) => names.indexOf(name) < index);
    if (twice >= 0)
      context.addIssue({ code: "custom", path: [twice], params: { rule: "listed-twice", name: names[twice] } });
  }),
);

/** Options marked `unchecked` here are checked where the modes use them. */
const optionsSchema = z.strictObject({
  model: unchecked,
  agents: unchecked,
  models: z
    .strictObject({
      byPurpose: z.strictObject(Object.fromEntries(purposes.map((purpose) => [purpose, unchecked]))).optional(),
      byParticipant: unchecked,
      byName: unchecked,
    })
    .optional(),
  tools: tools.optional(),
  maxToolCalls: check((value) => isCount(value as number), "count").optional(),
  prompts: z.strictObject(Object.fromEntries(promptFields)).optional(),
  rules: check(isRecord, "object")
    .pipe(z.record(z.string(), check(isRule, "selection-rule")))
    .optional(),
  selectSpeaker: fn("selection-rule"),
  conditions: check(isRecord, "object")
    .pipe(z.record(z.string(), check(isCondition, "condition")))
    .optional(),
  stopWhen: fn("stop-condition"),
  ui: z.boolean().optional(),
  clock: fn("clock"),
});

type SettingsOf<State> = State extends { readonly selection: infer Settings extends object } ? Settings : object;

export interface ConversationOptions<State extends Conversation = Conversation> {
  /**
   * A LangChain chat model, or a model name: `provider:name`, `rehearsal`, or a name in `models.byName`. Defaults to
   * the model in `ROSTRUM_MODEL`. Without this variable, defaults to `openai:gpt-4.1-mini` if `OPENAI_API_KEY` or
   * `OPENAI_BASE_URL` is set; otherwise to the rehearsal, with a note on stderr. If `NODE_ENV` is `production`, the run
   * throws `missing-key` instead of defaulting to the rehearsal. A model object keeps its own temperature and retries.
   * Create it with `maxRetries: 0`, because its retries would multiply Rostrum's attempts, and Rostrum would count them
   * as one call.
   */
  readonly model?: ModelSpec;
  /**
   * Models for certain calls, by purpose or by participant, and models by names that settings can use. Defaults to
   * none.
   */
  readonly models?: ModelAssignments;
  /**
   * Agents that answer for participants, by name: LangChain runnables or compiled graphs, such as those created by
   * `createAgent`. An agent receives `{ messages }` in all calls for its participant, except bids if a model for bids
   * is set. Its answers are not streamed.
   */
  readonly agents?: Readonly<Record<string, ParticipantAgent>>;
  /** The tools that participants can list in their `tools` field. Defaults to none. */
  readonly tools?: readonly StructuredToolInterface[];
  /** The maximum number of tool calls for one speech. Defaults to 5. */
  readonly maxToolCalls?: number;
  /** Prompts that replace the prompts in the conversation's language. Defaults to none. */
  readonly prompts?: Partial<PromptCatalog>;
  /** The caller's own rules, by name. `selection.rule` can be set to these names. Defaults to none. */
  readonly rules?: OwnRules<SettingsOf<State>>;
  /** A rule to use instead of the rule chosen by the settings. Defaults to none. */
  readonly selectSpeaker?: SelectionRule<SettingsOf<State>>;
  /**
   * The caller's own stop conditions (see `defineCondition`), by name. Each condition that suits the mode becomes a
   * setting of the same name in the `stopping` field. Defaults to none.
   */
  readonly conditions?: OwnConditions;
  /** A stop condition to use instead of the `stopping` field. `maxTurns` always applies. Defaults to none. */
  readonly stopWhen?: StopCondition;
  /**
   * Adds a card to the state's `ui` field for each speech and each message from the leader. The card contains the
   * speaker's name and role, the stage, the bids, how the speaker got the floor, and whether the message is only a
   * rehearsal. Chat clients that support LangGraph's generative UI show the card beside the message. Defaults to
   * `false`.
   */
  readonly ui?: boolean;
  /** The clock for timestamps and for people's time limits. Defaults to the system clock. */
  readonly clock?: () => Date;
}

/**
 * Creates the services that a mode's steps share, from the mode's options.
 *
 * @param without - The options that the mode does not have.
 * @throws `invalid-input` for invalid options.
 */
export function servicesOf(
  options: ConversationOptions<never> = {},
  without: readonly ("rules" | "selectSpeaker" | "stopWhen")[] = [],
): ModeServices {
  const schema = optionsSchema.omit(Object.fromEntries(without.map((name) => [name, true])) as { rules?: true });
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  readWith(schema, given);
  const { model, models, agents, tools = [], maxToolCalls = 5, prompts = {}, ui = false } = options;
  const { clock = () => new Date() } = options;
  const conditions = withOwnConditions(options.conditions);
  const assigned = [...Object.keys(agents ?? {}), ...Object.keys(models?.byParticipant ?? {})];
  const caller = new ModelCaller(createModelChooser({ model, models, agents }));
  return { caller, prompts, ui, clock, conditions, assigned, toolbox: { tools, maxCalls: maxToolCalls } };
}
