/** Copies a conversation, as it was after a given turn, to a new thread. */
import type { StateSnapshot } from "@langchain/langgraph";
import type { Conversation } from "../state/conversation-state.js";
import { stepNames } from "../state/step-names.js";
import { reject, type ThreadConfig } from "./interject.js";

type Snapshot = Pick<StateSnapshot, "values" | "next" | "config" | "parentConfig">;

/** The part of a compiled graph that `fork` needs. */
interface ForkableGraph {
  // LangGraph's packages declare it with different types.
  readonly checkpointer?: unknown;
  getState(config: ThreadConfig): Promise<{ readonly values: unknown }>;
  getStateHistory(config: ThreadConfig): AsyncIterable<Snapshot>;
  updateState(config: ThreadConfig, values: Record<string, unknown>, asNode: string): Promise<unknown>;
}

export interface ForkOptions {
  /** The last turn that the fork keeps; 0 keeps only the opening. */
  readonly turn: number;
  /**
   * Input fields that differ from here on, such as `seed` or `maxTurns`. The topic, the participants and the messages cannot
   * change. Default: none.
   */
  readonly changes?: Readonly<Record<string, unknown>>;
}

const settledFields = new Set(["topic", "participants", "messages"]);

const boundaries: readonly string[] = [stepNames.setScene, stepNames.stopCheck];

const checkpointId = ({ configurable }: StateSnapshot["config"]) => String(configurable?.["checkpoint_id"]);

/** The state at the boundary after `turn`, and the step to resume at. Throws `invalid-input` if there is no such boundary. */
export async function stateAfter(
  graph: Pick<ForkableGraph, "getStateHistory">,
  { configurable: { thread_id: thread } }: ThreadConfig,
  turn: number,
): Promise<{ readonly values: Record<string, unknown>; readonly boundary: string }> {
  /** What each checkpoint's successor holds, by the checkpoint's id: the history comes newest first. */
  const successors = new Map<string, { readonly turn: number; readonly values: unknown }>();
  const found: number[] = [];
  const history = graph.getStateHistory({ configurable: { thread_id: thread } });
  for await (const { values, next, config, parentConfig } of history) {
    const successor = successors.get(checkpointId(config));
    const boundary = boundaries.find((step) => next.includes(step));
    if (successor && boundary) {
      if (successor.turn === turn) return { values: successor.values as Record<string, unknown>, boundary };
      found.push(successor.turn);
    }
    const { turn: reached = 0, opening } = values as Partial<Conversation>;
    if (next.length === 0 || !parentConfig || !opening) continue;
    successors.set(checkpointId(parentConfig), { turn: reached, values: reached === turn ? values : undefined });
  }
  if (found.length === 0) throw reject("thread", "unknown-thread", { thread });
  const earlier = found.filter((each) => each < turn);
  const later = found.filter((each) => each > turn);
  // Participants who speak at once have no boundary between their turns.
  if (earlier.length > 0 && later.length > 0)
    throw reject("turn", "between-turns", { turn, before: Math.max(...earlier), after: Math.min(...later) });
  throw reject("turn", "turn-too-late", { thread, latest: Math.max(...found) });
}

/**
 * Copies the conversation in the thread `from`, as it was after a turn, to the new thread `to`, where `graph.invoke(null, to)`
 * resumes it. Without changes and with the same replies the same conversation follows. Does not change `from`.
 *
 * @throws {RostrumError} `invalid-input` if `from` did not continue after that turn, if `to` already holds a conversation, or
 * for a change to an unknown or settled field.
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
  options: ForkOptions,
): Promise<void> {
  const { turn, changes = {} } = options ?? {};
  if (!graph.checkpointer) throw reject("graph", "no-checkpointer", {});
  if (!Number.isInteger(turn)) throw reject("turn", "expected", { expected: "int" });
  if (from.configurable.thread_id === to.configurable.thread_id) throw reject("to", "same-thread", {});
  const settled = Object.keys(changes).find((field) => settledFields.has(field));
  if (settled) throw reject(`changes.${settled}`, "settled-field", {});
  const target = (await graph.getState(to)).values as Partial<Conversation>;
  if (target.opening) throw reject("to", "thread-taken", { thread: to.configurable.thread_id });
  const { values, boundary } = await stateAfter(graph, from, turn);
  const unknown = Object.keys(changes).find((field) => !(field in values));
  if (unknown) throw reject(`changes.${unknown}`, "other-mode", {});
  await graph.updateState(to, { ...values, ...changes }, boundary);
}
