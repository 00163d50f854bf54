/** Starts a conversation of its own from some turn of another one. */
import type { StateSnapshot } from "@langchain/langgraph";
import { invalidInput } from "../errors.js";
import { nodeNames } from "../nodes/node-names.js";
import type { Conversation } from "../state/conversation-state.js";

interface ThreadConfig {
  readonly configurable: { readonly thread_id: string };
}

/** The part of a compiled graph that a fork needs. */
interface ForkableGraph {
  getStateHistory(config: ThreadConfig): AsyncIterable<Snapshot>;
  updateState(config: ThreadConfig, values: Record<string, unknown>, asNode: string): Promise<unknown>;
}

export interface ForkOptions {
  /** The turn after which the fork begins; 0: before the first. */
  readonly turn: number;
  /** Input fields that are different from here on, such as `seed` or `maxTurns`. Default: none. */
  readonly changes?: Readonly<Record<string, unknown>>;
}

type Snapshot = Pick<StateSnapshot, "values" | "next" | "config" | "parentConfig">;

const idOf = ({ configurable }: Pick<StateSnapshot["config"], "configurable">) =>
  String(configurable?.["checkpoint_id"]);

/** The conversation right after the boundary behind a turn, before anybody was asked for the next one. */
export async function stateAfter(
  graph: Pick<ForkableGraph, "getStateHistory">,
  thread: ThreadConfig,
  turn: number,
): Promise<Record<string, unknown>> {
  const boundary = turn === 0 ? nodeNames.setScene : nodeNames.stopCheck;
  /** Snapshots of this turn by the checkpoint that each came after; history is told backwards. */
  const after = new Map<string, Snapshot>();
  for await (const snapshot of graph.getStateHistory(thread)) {
    const found = snapshot.next.includes(boundary) ? after.get(idOf(snapshot.config)) : undefined;
    if (found) return found.values as Record<string, unknown>;
    const { turn: reached = 0 } = snapshot.values as Partial<Conversation>;
    if (reached === turn && snapshot.next.length > 0 && snapshot.parentConfig)
      after.set(idOf(snapshot.parentConfig), snapshot);
  }
  const message = `the thread “${thread.configurable.thread_id}” has no turn ${turn} from which it went on`;
  throw invalidInput([{ field: "turn", message }]);
}

/**
 * Copies the conversation of `from` as it was after some turn to the thread of `to`, where it can be gone on with:
 * `graph.invoke(null, to)`. With nothing changed and the same replies it is the same conversation again; `from` stays as it is.
 * Throws `invalid-input` where `from` never was between that turn and a next one.
 *
 * @example
 * ```ts
 * await fork(graph, { configurable: { thread_id: "talk" } }, { configurable: { thread_id: "other" } }, { turn: 5, changes: { seed: 8 } });
 * ```
 */
export async function fork(
  graph: ForkableGraph,
  from: ThreadConfig,
  to: ThreadConfig,
  { turn, changes = {} }: ForkOptions,
): Promise<void> {
  const values = await stateAfter(graph, from, turn);
  await graph.updateState(to, { ...values, ...changes }, turn === 0 ? nodeNames.setScene : nodeNames.stopCheck);
}
