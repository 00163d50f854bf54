/** Copies a conversation, as it was after a given turn, to a new thread. */
import type { StateSnapshot } from "@langchain/langgraph";
import { invalidInput, problemIn } from "../errors.js";
import type { Conversation } from "../state/conversation-state.js";
import { stepNames } from "../steps/step-names.js";

interface ThreadConfig {
  readonly configurable: { readonly thread_id: string };
}

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

/** Fields that are settled when a conversation opens. */
const settledFields = new Set(["topic", "participants", "messages"]);

/** The steps that start a turn. */
const boundaries: readonly string[] = [stepNames.setScene, stepNames.stopCheck];

const reject = (field: string, message: string) => invalidInput([{ field, message }]);

/** Why a thread that continued after the turns `found` cannot be forked after another one. */
function problemWith(turn: number, found: readonly number[], thread: string) {
  if (found.length === 0)
    return problemIn("thread", {
      en: `nothing is saved in the thread “${thread}”`,
      zh: `对话“${thread}”没有保存任何内容`,
    });
  const before = Math.max(...found.filter((each) => each < turn));
  const after = Math.min(...found.filter((each) => each > turn));
  if (Number.isFinite(before) && Number.isFinite(after))
    return problemIn("turn", {
      en: `cannot be ${turn}: several participants spoke at once then; the nearest turns are ${before} and ${after}`,
      zh: `不能是 ${turn}：当时有几人同时发言；最近的是 ${before} 和 ${after}`,
    });
  const latest = Math.max(...found);
  return problemIn("turn", {
    en: `must be from 0 to ${latest}: the thread “${thread}” did not continue after a later turn`,
    zh: `必须在 0 到 ${latest} 之间：对话“${thread}”在更晚的发言之后没有继续`,
  });
}

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
  throw invalidInput([problemWith(turn, found, thread)]);
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
  if (!graph.checkpointer) throw reject("graph", "needs a checkpointer to fork from: compile({ checkpointer })");
  if (!Number.isInteger(turn)) throw reject("turn", "must be an integer");
  if (from.configurable.thread_id === to.configurable.thread_id)
    throw reject("to", "must be a different thread from the one to fork");
  const settled = Object.keys(changes).find((field) => settledFields.has(field));
  if (settled) throw reject(`changes.${settled}`, "is settled when a conversation opens and cannot change in a fork");
  const target = (await graph.getState(to)).values as Partial<Conversation>;
  if (target.opening) throw reject("to", `the thread “${to.configurable.thread_id}” already holds a conversation`);
  const { values, boundary } = await stateAfter(graph, from, turn);
  const unknown = Object.keys(changes).find((field) => !(field in values));
  if (unknown) throw reject(`changes.${unknown}`, "is not a field of this mode");
  await graph.updateState(to, { ...values, ...changes }, boundary);
}
