/** Reads the saved state of a thread. */
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { isRecord, type Named } from "../../../base/is-record.js";
import { conversationFormat } from "../../../core/state/saved-conversation.js";
import type { Graph } from "../../../graph/modes/mode.js";
import type { HistoryState } from "../port/history.js";
import type { GraphSnapshot } from "../port/status.js";

export const configOf = (thread: string) => ({ configurable: { thread_id: thread } });

export type Snapshot = GraphSnapshot & { readonly values: Named };

export async function readSnapshot(graph: Graph, thread: string): Promise<Snapshot> {
  const snapshot = await graph.getState(configOf(thread));
  if (!snapshot.tasks.every(({ interrupts }) => interrupts.every(isRecord)))
    throw conversationFormat.damaged(thread, "an interrupt is not an object");
  return { ...snapshot, values: conversationFormat.read(snapshot.values, thread) };
}

/** Returns the state after the last complete step. */
export async function readSaved(checkpointer: BaseCheckpointSaver, thread: string): Promise<HistoryState> {
  const saved = await checkpointer.getTuple(configOf(thread));
  return conversationFormat.read(saved?.checkpoint.channel_values ?? {}, thread) as HistoryState;
}

/**
 * Returns the state after the last complete step. Reads it only if the snapshot differs from it: while some tasks of a
 * step wait for people, a snapshot includes the writes of its completed tasks.
 */
export const savedIn = async (
  { tasks, values }: Snapshot,
  checkpointer: BaseCheckpointSaver,
  thread: string,
): Promise<HistoryState> =>
  tasks.some(({ result }) => result != null) ? readSaved(checkpointer, thread) : (values as HistoryState);
