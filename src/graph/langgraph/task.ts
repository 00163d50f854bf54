/** Reads and sets undocumented parts of the configuration that LangGraph passes to its tasks. */
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import {
  getCurrentTaskInput,
  INTERRUPT,
  interrupt,
  isCommand,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { AsyncLocalStorage } from "#platform.js";
import type { Named } from "../../base/is-record.js";

export type TaskConfig = Pick<LangGraphRunnableConfig, "configurable">;

const checkpointerKey = "__pregel_checkpointer";

/** Undefined if the run is not saved. A nested graph uses its parent's checkpointer. */
export function checkpointerOf({ configurable }: TaskConfig): BaseCheckpointSaver | undefined {
  return configurable?.[checkpointerKey] as BaseCheckpointSaver | undefined;
}

/** Returns `configurable` fields that make a run use this checkpointer instead of its graph's own. */
export const lendCheckpointer = ({ configurable }: TaskConfig, checkpointer: BaseCheckpointSaver) => ({
  ...configurable,
  [checkpointerKey]: checkpointer,
});

export function withoutCheckpointer<Config extends TaskConfig>(config: Config): Config {
  const { [checkpointerKey]: _checkpointer, ...configurable } = config.configurable ?? {};
  return { ...config, configurable };
}

/** Whether the input continues the thread's latest step. If it does not, it replaces the step. */
export const isContinued = (input: unknown, { configurable, metadata }: LangGraphRunnableConfig, saved: Named) =>
  input === null ||
  input === undefined ||
  isCommand(input) ||
  configurable?.["__pregel_resuming"] === true ||
  (metadata?.["run_id"] !== undefined && metadata["run_id"] === saved["run_id"]);

function graphOf({ configurable }: TaskConfig) {
  const { thread_id, checkpoint_ns: namespace = "" } = configurable ?? {};
  // The namespace of a task is its graph's namespace followed by a segment for the task.
  return { thread_id, checkpoint_ns: String(namespace).split("|").slice(0, -1).join("|") };
}

/** The id of the task in which this configuration is used. It stays the same when an interrupted task runs again. */
export const taskIdOf = ({ configurable }: TaskConfig): string | undefined => configurable?.["__pregel_task_id"];

const latestOf = async (config: TaskConfig) => checkpointerOf(config)?.getTuple({ configurable: graphOf(config) });

export function placeOfTask(config: TaskConfig) {
  const task: unknown = taskIdOf(config);
  const { checkpoint_map = {} } = config.configurable ?? {};
  const graph = graphOf(config);
  const checkpoint_id: unknown = checkpoint_map[graph.checkpoint_ns];
  if (graph.thread_id === undefined || typeof checkpoint_id !== "string" || typeof task !== "string") return undefined;
  return { ...graph, checkpoint_id, task };
}

/** Reads from the latest checkpoint, which may be several steps old. */
export async function readSaved(config: TaskConfig, channels: readonly string[]): Promise<unknown[]> {
  const saved = await latestOf(config);
  return channels.flatMap((channel) => saved?.checkpoint.channel_values[channel] ?? []);
}

export async function savedInterrupts(config: TaskConfig): Promise<unknown[]> {
  const { pendingWrites = [] } = (await latestOf(config)) ?? {};
  const interrupts = pendingWrites.flatMap(([, channel, value]) => (channel === INTERRUPT ? [value].flat() : []));
  return interrupts.map((each) => (each as { readonly value?: unknown } | null)?.value);
}

/**
 * Options for a run that must not write to the outer run's stream. LangGraph replaces null with the run's own writer.
 */
export const ownWriter = { writer: null };

export function surroundingState(options: TaskConfig): unknown {
  try {
    return getCurrentTaskInput({ configurable: options.configurable ?? {} });
  } catch {
    return undefined;
  }
}

/**
 * Calls LangGraph's `interrupt` in a task with this configuration. LangGraph looks for the configuration in an
 * `AsyncLocalStorage`. Browsers have none, so this function gives LangGraph a replacement.
 */
export function interruptTask<Value, Answer = unknown>(
  config: LangGraphRunnableConfig,
  ...question: Parameters<typeof interrupt<Value, Answer>>
): Answer {
  // Has no effect in Node.js, where LangGraph has set the storage while loading.
  AsyncLocalStorageProviderSingleton.initializeGlobalInstance(new AsyncLocalStorage<unknown>());
  return AsyncLocalStorageProviderSingleton.runWithConfig(config, () => interrupt<Value, Answer>(...question));
}
