/** What nodes are given to work with, and what they all need to know of a run. */
import { setMaxListeners } from "node:events";
import type { BaseMessage } from "@langchain/core/messages";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { checkpointerOf, runKeyOf, runSignalOf } from "../langgraph/graph-internals.js";
import { rulesIn } from "../locales/guidelines.js";
import { catalogs } from "../locales/prompt-catalogs.js";
import type { PromptCatalog } from "../locales/prompts.js";
import { composePrompt } from "../models/compose.js";
import type { CallContext, ModelCall } from "../models/model-call.js";
import type { ModelCaller } from "../models/model-caller.js";
import type { ModelRequest, SummarizeRequest } from "../models/request.js";
import type { ToolUse } from "../models/tool-use.js";
import type { Conversation } from "../state/conversation-state.js";
import type { RostrumEvent } from "../state/events.js";
import { type RunSettings, readRunSettings } from "../state/run-settings.js";
import { accountOf } from "./accounts.js";

export interface ModeServices {
  readonly caller: ModelCaller;
  /** Prompts that replace those of the conversation's language. */
  readonly prompts: Partial<PromptCatalog>;
  readonly clock: () => Date;
  /** Those who were assigned a model or an agent by name. */
  readonly assigned: readonly string[];
  /** The tools that participants may name, and how many calls one speech may take. */
  readonly toolbox: Pick<ToolUse, "tools" | "mostCalls">;
}

export type StepConfig = LangGraphRunnableConfig;

const contexts = new WeakMap<object, RunSettings>();

/** A run's context is read and checked once for all its tasks. */
function contextOf(config: StepConfig): RunSettings {
  const key = runKeyOf(config);
  const known = contexts.get(key) ?? readRunSettings(config);
  contexts.set(key, known);
  return known;
}

/** The run as the caller needs it. */
export function callContextOf(config: StepConfig): CallContext {
  const signal = config.signal ?? new AbortController().signal;
  // Every call listens for cancellation; a fan-out of more than ten is no leak.
  setMaxListeners(0, signal);
  return {
    context: contextOf(config),
    signal,
    life: runSignalOf(config),
    thread: keptThreadOf(config),
    account: accountOf(config),
    onRetry: (turn, retry) => emit(config, { type: "retry", turn, ...retry }),
  };
}

/** The thread that keeps the conversation and can be gone on with in code: the command line says itself how to go on. */
function keptThreadOf(config: StepConfig): string | undefined {
  const isForUs = checkpointerOf(config) !== undefined && config.configurable?.["isCommandLine"] !== true;
  return isForUs ? threadOf(config) : undefined;
}

/** The thread that the run belongs to, whether or not it is kept. */
export function threadOf({ configurable }: StepConfig): string | undefined {
  const thread: unknown = configurable?.["thread_id"];
  return typeof thread === "string" ? thread : undefined;
}

/** Whose run it is, on a server that keeps its users apart. */
export function ownerOf({ configurable }: StepConfig): string | undefined {
  const owner: unknown = configurable?.["langgraph_auth_user_id"];
  return typeof owner === "string" && owner !== "" ? owner : undefined;
}

/** Tells whoever watches the `custom` stream. */
export function emit(config: StepConfig, event: RostrumEvent): void {
  config.writer?.(event);
}

export function promptsFor(
  { prompts }: ModeServices,
  { language }: Pick<Conversation, "language">,
  /** The run's, where the prompts are to be asked with. */
  { speakingRules, leadingRules, supervisingRules, judgingRules }: RunSettings = {},
): PromptCatalog {
  const given = {
    speaking: speakingRules,
    leading: leadingRules,
    supervising: supervisingRules,
    judging: judgingRules,
  };
  return { ...catalogs[language], ...prompts, rules: rulesIn(language, given, prompts.rules) };
}

/** What a request asks, in the words of the run; `compose` puts more behind it than the request alone. */
export function callFor<Asked extends ModelRequest>(
  services: ModeServices,
  state: Conversation,
  request: Asked,
  { context }: Pick<CallContext, "context">,
  compose: (catalog: PromptCatalog, request: Asked) => BaseMessage[] = composePrompt,
): ModelCall<Asked> {
  const catalog = promptsFor(services, state, context);
  const question = { request, compose: (asked: Asked) => compose(catalog, asked) };
  if (state.memory.window !== "summary") return question;
  return { ...question, summarizeMemory: (conversation) => summaryCall(catalog, { ...request, conversation }) };
}

/** Asks for the gist of a part of the conversation. */
export function summaryCall(
  catalog: PromptCatalog,
  scene: Omit<SummarizeRequest, "purpose">,
): ModelCall<SummarizeRequest> {
  const { language, topic, cast, leader, wordLimit, seed, turn, conversation } = scene;
  const led = leader ? { leader } : {};
  const request = { purpose: "summarize", language, topic, cast, ...led, wordLimit, seed, turn, conversation } as const;
  return { request, compose: (asked) => composePrompt(catalog, asked) };
}

/** The conversation's seed, which `set-scene` has settled. */
export function seedOf({ seed }: Pick<Conversation, "seed">): number {
  if (seed === undefined) throw new Error("the conversation has no seed: set-scene did not run");
  return seed;
}
