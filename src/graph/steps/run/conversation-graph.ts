/** The builder for every mode's graph. The compiled graph prepares each run and gives it a scope. */
import {
  type AnnotationRoot,
  type BaseChannel,
  Command,
  getConfig,
  isCommand,
  isGraphDrained,
  type StateDefinitionInit,
  StateGraph,
  type StateSchema,
  type StateSchemaFields,
} from "@langchain/langgraph";
import { isRecord } from "../../../base/is-record.js";
import { maxTurnLimit } from "../../../base/limits.js";
import { type RunSettings, readRunSettings, rejectUnknownSettings } from "../../../core/state/run-settings.js";
import { takeUpChat } from "../../inbox/chat.js";
import { ConversationGraph, type PreparedRun, type RunStart } from "../../langgraph/conversation-graph.js";
import { ownWriter, surroundingState, taskIdOf } from "../../langgraph/task.js";
import { typeOf } from "../../models/call-failure.js";
import { keysChannel } from "../../state/conversation-state.js";
import type { StepName } from "../../state/step-names.js";
import { RunTrace } from "../../tracing/run-trace.js";
import { RunScope } from "./run-scope.js";
import { listenerKey, scopeKey } from "./step-context.js";

/** Eight supersteps per turn are more than any mode usually needs. */
const recursionLimit = maxTurnLimit * 8;

/**
 * LangGraph's default limit allows only a few turns. Parent graphs and remote graphs pass it on, so a run with this
 * limit gets Rostrum's limit instead.
 */
const langGraphDefault = 25;

/**
 * The run settings as a graph's type. Optional fields stay optional, whereas LangGraph's type for a zod schema makes
 * all fields required.
 */
export type RunSettingsDefinition = AnnotationRoot<{ [Field in keyof RunSettings]: BaseChannel<RunSettings[Field]> }>;

export interface ModeGraph<
  Schemas extends { readonly input: StateDefinitionInit; readonly state: StateDefinitionInit },
  State,
  Update,
> extends StateGraph<
    Schemas["state"],
    State,
    Update,
    StepName,
    Schemas["input"],
    Schemas["state"],
    RunSettingsDefinition
  > {}

class ConversationBuilder extends StateGraph<StateSchema<StateSchemaFields>> {
  /**
   * @param mode - The name of the graph's runs in traces, unless the caller sets another name.
   * @param fields - The names of the input fields.
   */
  constructor(
    definition: object,
    private readonly mode: string,
    private readonly fields: readonly string[],
  ) {
    // LangGraph's constructor needs the exact types of the schemas, which differ between modes.
    super(definition as never);
  }

  // A compiled graph's type depends on the mode's schemas. Callers see the type of `StateGraph.compile`.
  override compile(options: object = {}): never {
    const prepareRun = (start: RunStart, signal: AbortSignal) => prepare(start, signal, this.mode, this.fields);
    return ConversationGraph.from(super.compile({ name: this.mode, ...options }), prepareRun) as never;
  }
}

/** Allows all step names from the start, so adding nodes does not change the type. */
type BuilderOf<Input extends StateSchemaFields, State extends StateSchemaFields> = ModeGraph<
  { readonly input: StateSchema<Input>; readonly state: StateSchema<State> },
  StateSchema<State>["State"],
  StateSchema<State>["Update"]
>;

/** Creates a builder without nodes. Callers of its compiled graphs need not set `recursionLimit`. */
export function conversationGraph<Input extends StateSchemaFields, State extends StateSchemaFields>(
  mode: string,
  { state, input, context }: { state: StateSchema<State>; input: StateSchema<Input>; context: unknown },
): BuilderOf<Input, State> {
  const definition = { state, input, context };
  const builder = new ConversationBuilder(definition, mode, Object.keys(input.fields));
  // The class is the same for all modes, so its own type lacks the mode's schemas.
  return builder as unknown as BuilderOf<Input, State>;
}

async function hasRun({ graph: { checkpointer }, options }: RunStart, key: string): Promise<boolean> {
  const { thread_id } = options.configurable ?? {};
  if (typeof checkpointer !== "object" || thread_id === undefined) return false;
  const saved = await checkpointer.getTuple({ configurable: { thread_id } });
  const keys = saved?.checkpoint.channel_values[keysChannel] as readonly string[] | undefined;
  return keys?.includes(key) ?? false;
}

async function waitsAtPause({ graph, options: { configurable = {} } }: RunStart): Promise<boolean> {
  if (typeof graph.checkpointer !== "object" || configurable["thread_id"] === undefined) return false;
  const { tasks } = await graph.getState({ configurable });
  return tasks.some(({ interrupts }) => interrupts.some(({ value }) => isRecord(value) && value["kind"] === "paused"));
}

async function prepare(
  { options, ...given }: RunStart,
  signal: AbortSignal,
  mode: string,
  fields: readonly string[],
): Promise<PreparedRun> {
  // Runs inside this run inherit its metadata, by which users find them in LangSmith.
  const start = { ...given, options: { ...options, metadata: { mode, ...options.metadata } } };
  const thread: unknown = options.configurable?.["thread_id"];
  const trace = await RunTrace.open(mode, typeof thread === "string" ? thread : undefined);
  const scope = new RunScope(signal, trace);
  const end = (error?: unknown) => {
    scope.end();
    trace?.end(error === undefined || signal.aborted || isGraphDrained(error) ? undefined : typeOf(error));
  };
  try {
    return { ...(await prepareInput(start, scope, fields)), onContinue: (spent) => scope.continueStep(spent), end };
  } catch (error) {
    end(error);
    throw error;
  }
}

/**
 * If a tool or a rule of one conversation runs another conversation, the inner one must neither report to the outer
 * one's listener nor read its inbox.
 */
function setApart(options: RunStart["options"], scope: RunScope): RunStart["options"] {
  const [around, given] = [getConfig()?.configurable, options.configurable];
  if (!(scopeKey in { ...around, ...given })) return options;
  scope.hasInbox = given?.["thread_id"] !== undefined && given["thread_id"] !== around?.["thread_id"];
  return { ...options, ...ownWriter, configurable: { ...given, [listenerKey]: undefined } };
}

async function prepareInput(
  start: RunStart,
  scope: RunScope,
  fields: readonly string[],
): Promise<Pick<PreparedRun, "input" | "options">> {
  const { input, graph } = start;
  const surrounding = surroundingState(start.options);
  const isNode = surrounding !== undefined && input === surrounding && isRecord(input);
  const options = isNode ? start.options : setApart(start.options, scope);
  const configurable = { ...options.configurable, [scopeKey]: scope };
  const isWithin = surrounding !== undefined || taskIdOf(getConfig() ?? {}) !== undefined;
  // A node that runs again after an interrupt belongs to the same task, so its messages keep their ids.
  if (isWithin) scope.idSuffix = `-${((isNode && taskIdOf(options)) || crypto.randomUUID()).slice(0, 8)}`;
  if (surrounding === undefined) {
    rejectUnknownSettings(options);
    const { idempotencyKey } = readRunSettings(options);
    const { recursionLimit: given = langGraphDefault } = options;
    const ready = { ...options, recursionLimit: given === langGraphDefault ? recursionLimit : given, configurable };
    const hasKey = idempotencyKey !== undefined && isRecord(input) && !isCommand(input);
    // If an input with the same key arrives again, the run continues at the end of the thread, even if the
    // configuration names a checkpoint.
    if (hasKey && (await hasRun(start, idempotencyKey)))
      return { input: null, options: { ...ready, configurable: { ...configurable, checkpoint_id: undefined } } };
    // A paused run waits at an interrupt, which only a `Command` can answer.
    if (input === null && (await waitsAtPause(start))) return { input: new Command({ resume: true }), options: ready };
    const chat = await takeUpChat(graph, input, options.configurable ?? {}, idempotencyKey);
    if (chat) return { input: chat.input, options: { ...ready, configurable: { ...configurable, ...chat.at } } };
    return { input: hasKey ? { ...input, [keysChannel]: [idempotencyKey] } : input, options: ready };
  }
  // If this graph is a node in another graph, it receives the parent's whole state and recursion limit. It reads only
  // its own fields, and uses the higher of the two limits.
  const own = isNode ? Object.fromEntries(Object.entries(input).filter(([name]) => fields.includes(name))) : input;
  const limit = Math.max(options.recursionLimit ?? 0, recursionLimit);
  return { input: own as RunStart["input"], options: { ...options, recursionLimit: limit, configurable } };
}
