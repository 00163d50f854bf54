import type { RunnableConfig } from "@langchain/core/runnables";

export function idOf(config: RunnableConfig, name: "thread_id" | "checkpoint_id"): string {
  const id: unknown = config.configurable?.[name];
  if (!id) throw new Error(`config.configurable.${name} is missing`);
  return String(id);
}
