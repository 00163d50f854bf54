/**
 * Reads the shared state from inside a fanned-out task. LangGraph gives such a task only what its `Send` carries; carrying
 * the conversation would store one more copy of it for every bidder in every checkpoint. The reader used here is the one
 * that LangGraph itself gives conditional edges.
 */
import { type Conversation, ConversationState } from "../state/conversation-state.js";
import type { NodeConfig } from "./node-kit.js";

const channels = ConversationState.getChannelKeys();

type ReadChannels = (channels: readonly string[], fresh: boolean) => Conversation;

export function readSharedState(config: NodeConfig): Conversation {
  const read = config.configurable?.["__pregel_read"] as ReadChannels | undefined;
  if (!read) throw new Error("the shared state can be read only inside a graph's task");
  return read(channels, false);
}
