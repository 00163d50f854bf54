/** What LangGraph hands its tasks without promising it. */
import { getCurrentTaskInput, type LangGraphRunnableConfig } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

type TaskConfig = Pick<LangGraphRunnableConfig, "configurable">;

/** The checkpointer that saves the run; undefined where nothing is saved. A nested graph saves with its parent's. */
export function checkpointerOf({ configurable }: TaskConfig): BaseCheckpointSaver | undefined {
  return configurable?.["__pregel_checkpointer"] as BaseCheckpointSaver | undefined;
}

/** One channel as it was saved last, which may be some steps behind. */
export async function readSaved(config: TaskConfig, channel: string): Promise<unknown> {
  const { thread_id, checkpoint_ns = "" } = config.configurable ?? {};
  // A task's namespace is its graph's and, behind it, its own.
  const graphNamespace = String(checkpoint_ns).split("|").slice(0, -1).join("|");
  const saved = await checkpointerOf(config)?.getTuple({ configurable: { thread_id, checkpoint_ns: graphNamespace } });
  return saved?.checkpoint.channel_values[channel];
}

/** The state of the task that is about to run a graph with these options; undefined outside of any task. */
export function surroundingState(options: TaskConfig): unknown {
  try {
    return getCurrentTaskInput({ configurable: options.configurable ?? {} });
  } catch {
    return undefined;
  }
}
