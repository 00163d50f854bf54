/** What LangGraph passes to its tasks, but does not document. */
import { getCurrentTaskInput, INTERRUPT, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

type TaskConfig = Pick<LangGraphRunnableConfig, "configurable">;

const checkpointerKey = "__pregel_checkpointer";

/** The checkpointer that saves the run; undefined if the run is not saved. A nested graph uses its parent's. */
export function checkpointerOf({ configurable }: TaskConfig): BaseCheckpointSaver | undefined {
  return configurable?.[checkpointerKey] as BaseCheckpointSaver | undefined;
}

/** Has a run save with another checkpointer than the one that its graph was compiled with. */
export const lendCheckpointer = ({ configurable }: TaskConfig, checkpointer: BaseCheckpointSaver) => ({
  ...configurable,
  [checkpointerKey]: checkpointer,
});

/** The latest checkpoint of the graph that runs a task; undefined where nothing is saved. */
async function latestOf(config: TaskConfig) {
  const { thread_id, checkpoint_ns = "" } = config.configurable ?? {};
  // A task's namespace is its graph's namespace followed by its own.
  const graphNamespace = String(checkpoint_ns).split("|").slice(0, -1).join("|");
  return checkpointerOf(config)?.getTuple({ configurable: { thread_id, checkpoint_ns: graphNamespace } });
}

/** The items of channels that hold lists, as they were saved last, which may be some steps ago. */
export async function readSaved(config: TaskConfig, channels: readonly string[]): Promise<unknown[]> {
  const saved = await latestOf(config);
  return channels.flatMap((channel) => saved?.checkpoint.channel_values[channel] ?? []);
}

/** The values of the interrupts at which the step of a task waits, as they were saved. */
export async function savedInterrupts(config: TaskConfig): Promise<unknown[]> {
  const { pendingWrites = [] } = (await latestOf(config)) ?? {};
  const interrupts = pendingWrites.flatMap(([, channel, value]) => (channel === INTERRUPT ? [value].flat() : []));
  return interrupts.map((each) => (each as { readonly value?: unknown } | null)?.value);
}

/** The state of the surrounding task that runs a graph with these options; undefined outside any task. */
export function surroundingState(options: TaskConfig): unknown {
  try {
    return getCurrentTaskInput({ configurable: options.configurable ?? {} });
  } catch {
    return undefined;
  }
}
