/**
 * Reads the shared state from inside a fanned-out task. LangGraph gives such a task only what its `Send` carries; carrying
 * the conversation would store one more copy of it for every bidder in every checkpoint. The reader used here is the one
 * that LangGraph itself gives conditional edges.
 */
import type { NodeConfig } from "./node-kit.js";

type ReadChannels<State> = (channels: readonly string[], fresh: boolean) => State;

/** A reader of all channels of a state. */
export function createStateReader<State>(schema: { readonly State: State; getChannelKeys(): string[] }) {
  const channels = schema.getChannelKeys();
  return (config: NodeConfig): State => {
    const read = config.configurable?.["__pregel_read"] as ReadChannels<State> | undefined;
    if (!read) throw new Error("the shared state can be read only inside a graph's task");
    return read(channels, false);
  };
}
