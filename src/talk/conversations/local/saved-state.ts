import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { isRecord, type Named } from "../../../base/is-record.js";
import { conversationFormat } from "../../../core/state/saved-conversation.js";
import type { Graph } from "../../../graph/modes/mode.js";
import type { HistoryState } from "../port/history.js";
import type { GraphSnapshot } from "../port/status.js";

export const configOf = (thread: string) => ({ configurable: { thread_id: thread } });

export type Snapshot = GraphSnapshot & {
  readonly values: Named;
  readonly metadata?: { readonly step?: number } | undefined;
};

export async function readSnapshot(graph: Graph, thread: string): Promise<Snapshot> {
  const snapshot = await graph.getState(configOf(thread));
  if (!snapshot.tasks.every(({ interrupts }) => interrupts.every(isRecord)))
    throw conversationFormat.damaged(thread, "an interrupt is not an object");
  return { ...snapshot, values: conversationFormat.read(snapshot.values, thread) };
}

export interface SavedStep {
  readonly state: HistoryState;
  /** The number of the step, which increases with each save; -2 if nothing has been saved. */
  readonly step: number;
}

const unsavedStep = -2;

export async function readSaved(checkpointer: BaseCheckpointSaver, thread: string): Promise<SavedStep> {
  const saved = await checkpointer.getTuple(configOf(thread));
  const state = conversationFormat.read(saved?.checkpoint.channel_values ?? {}, thread) as HistoryState;
  return { state, step: saved?.metadata?.step ?? unsavedStep };
}

/**
 * Returns the state after the last complete step. Reads it from the checkpointer only if the snapshot may differ from
 * it: while some tasks of a step are waiting for people, the snapshot includes the writes of the completed ones.
 */
export const savedIn = async (
  { tasks, values, metadata }: Snapshot,
  checkpointer: BaseCheckpointSaver,
  thread: string,
): Promise<SavedStep> =>
  tasks.some(({ result }) => result != null)
    ? readSaved(checkpointer, thread)
    : { state: values as HistoryState, step: metadata?.step ?? unsavedStep };
