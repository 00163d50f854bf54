/** Runs a caller's graph inside a step without handing it that step's checkpointer, thread and streams. */
import type { RunnableConfig } from "@langchain/core/runnables";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

/** `run` gets a configuration with a thread of its own; LangChain's ambient configuration is empty meanwhile. */
export function runDetached<Result>(
  config: RunnableConfig,
  run: (config: RunnableConfig) => Promise<Result>,
): Promise<Result> {
  const own = { ...config, configurable: { thread_id: crypto.randomUUID() } };
  return AsyncLocalStorageProviderSingleton.runWithConfig({}, () => run(own), true);
}
