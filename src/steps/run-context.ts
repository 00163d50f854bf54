/** What nodes are given to work with, and what they all need to know of a run. */
import { setMaxListeners } from "node:events";
import type { BaseMessage } from "@langchain/core/messages";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { Brief, CondenseBrief } from "../domain/brief.js";
import type { RostrumEvent } from "../domain/events.js";
import type { Asker } from "../models/ask.js";
import type { Question, Run } from "../models/question.js";
import type { ToolUse } from "../models/tool-use.js";
import type { PromptCatalog } from "../prompts/catalog.js";
import { catalogs } from "../prompts/catalogs.js";
import { composePrompt } from "../prompts/compose.js";
import { type RunContext, readContext } from "../state/context.js";
import type { Conversation } from "../state/conversation-state.js";
import { rulesIn } from "../state/rules.js";
import { accountOf } from "./accounts.js";
import { checkpointerOf, runKeyOf, runSignalOf } from "./graph-internals.js";

export interface NodeKit {
  readonly asker: Asker;
  /** Prompts that replace those of the conversation's language. */
  readonly prompts: Partial<PromptCatalog>;
  readonly clock: () => Date;
  /** Those who were assigned a model or an agent by name. */
  readonly assigned: readonly string[];
  /** The tools that participants may name, and how many calls one speech may take. */
  readonly toolbox: Pick<ToolUse, "tools" | "mostCalls">;
}

export type NodeConfig = LangGraphRunnableConfig;

const contexts = new WeakMap<object, RunContext>();

/** A run's context is read and checked once for all its tasks. */
function contextOf(config: NodeConfig): RunContext {
  const key = runKeyOf(config);
  const known = contexts.get(key) ?? readContext(config);
  contexts.set(key, known);
  return known;
}

/** The run as the asker needs it. */
export function runOf(config: NodeConfig): Run {
  const signal = config.signal ?? new AbortController().signal;
  // Every call listens for cancellation; a fan-out of more than ten is no leak.
  setMaxListeners(0, signal);
  return {
    context: contextOf(config),
    signal,
    life: runSignalOf(config),
    thread: keptThreadOf(config),
    account: accountOf(config),
    onRetry: (turn, retry) => tell(config, { type: "retry", turn, ...retry }),
  };
}

/** The thread that keeps the conversation and can be gone on with in code: the command line says itself how to go on. */
function keptThreadOf(config: NodeConfig): string | undefined {
  const isForUs = checkpointerOf(config) !== undefined && config.configurable?.["isCommandLine"] !== true;
  return isForUs ? threadOf(config) : undefined;
}

/** The thread that the run belongs to, whether or not it is kept. */
export function threadOf({ configurable }: NodeConfig): string | undefined {
  const thread: unknown = configurable?.["thread_id"];
  return typeof thread === "string" ? thread : undefined;
}

/** Whose run it is, on a server that keeps its users apart. */
export function ownerOf({ configurable }: NodeConfig): string | undefined {
  const owner: unknown = configurable?.["langgraph_auth_user_id"];
  return typeof owner === "string" && owner !== "" ? owner : undefined;
}

/** Tells whoever watches the `custom` stream. */
export function tell(config: NodeConfig, event: RostrumEvent): void {
  config.writer?.(event);
}

export function promptsFor(
  { prompts }: NodeKit,
  { language }: Pick<Conversation, "language">,
  /** The run's, where the prompts are to be asked with. */
  { speakingRules, leadingRules, supervisingRules, judgingRules }: RunContext = {},
): PromptCatalog {
  const given = {
    speaking: speakingRules,
    leading: leadingRules,
    supervising: supervisingRules,
    judging: judgingRules,
  };
  return { ...catalogs[language], ...prompts, rules: rulesIn(language, given, prompts.rules) };
}

/** What a brief asks, in the words of the run; `compose` puts more behind it than the brief alone. */
export function questionFor<Asked extends Brief>(
  kit: NodeKit,
  state: Conversation,
  brief: Asked,
  { context }: Pick<Run, "context">,
  compose: (catalog: PromptCatalog, brief: Asked) => BaseMessage[] = composePrompt,
): Question<Asked> {
  const catalog = promptsFor(kit, state, context);
  const question = { brief, compose: (asked: Asked) => compose(catalog, asked) };
  if (state.memory.window !== "summary") return question;
  return { ...question, condense: (conversation) => condensing(catalog, { ...brief, conversation }) };
}

/** Asks for the gist of a part of the conversation. */
export function condensing(catalog: PromptCatalog, scene: Omit<CondenseBrief, "purpose">): Question<CondenseBrief> {
  const { language, topic, cast, leader, wordLimit, seed, turn, conversation } = scene;
  const led = leader ? { leader } : {};
  const brief = { purpose: "condense", language, topic, cast, ...led, wordLimit, seed, turn, conversation } as const;
  return { brief, compose: (asked) => composePrompt(catalog, asked) };
}

/** The conversation's seed, which `set-scene` has settled. */
export function seedOf({ seed }: Pick<Conversation, "seed">): number {
  if (seed === undefined) throw new Error("the conversation has no seed: set-scene did not run");
  return seed;
}
