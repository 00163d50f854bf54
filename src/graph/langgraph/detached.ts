/** Runs a participant's agent inside a step, but without the step's checkpointer, thread and streams. */
import type { RunnableConfig } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

export function runDetached<Result>(
  config: RunnableConfig,
  run: (config: RunnableConfig) => Promise<Result>,
): Promise<Result> {
  const detached = { ...config, configurable: { thread_id: crypto.randomUUID() } };
  return AsyncLocalStorageProviderSingleton.runWithConfig({}, () => run(detached), true);
}
