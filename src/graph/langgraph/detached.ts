/** Runs a caller's graph inside a step, without the step's checkpointer, thread and streams. */
import type { RunnableConfig } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

/**
 * Calls `run` with a configuration that has its own thread. During the call, LangChain's ambient configuration is
 * empty.
 */
export function runDetached<Result>(
  config: RunnableConfig,
  run: (config: RunnableConfig) => Promise<Result>,
): Promise<Result> {
  const detached = { ...config, configurable: { thread_id: crypto.randomUUID() } };
  return AsyncLocalStorageProviderSingleton.runWithConfig({}, () => run(detached), true);
}
