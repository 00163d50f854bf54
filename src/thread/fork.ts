/** Starts a conversation of its own from some turn of another one. */
import type { StateSnapshot } from "@langchain/langgraph";
import { inputProblem, invalidInput } from "../errors.js";
import type { Conversation } from "../state/conversation-state.js";
import { stepNames } from "../steps/step-names.js";

interface ThreadConfig {
  readonly configurable: { readonly thread_id: string };
}

type Snapshot = Pick<StateSnapshot, "values" | "next" | "config" | "parentConfig">;

/** The part of a compiled graph that a fork needs. */
interface ForkableGraph {
  // LangGraph's own types of it differ between its packages.
  readonly checkpointer?: unknown;
  getState(config: ThreadConfig): Promise<{ readonly values: unknown }>;
  getStateHistory(config: ThreadConfig): AsyncIterable<Snapshot>;
  updateState(config: ThreadConfig, values: Record<string, unknown>, asNode: string): Promise<unknown>;
}

export interface ForkOptions {
  /** The turn after which the fork begins; 0: before the first. */
  readonly turn: number;
  /**
   * Input fields that are different from here on, such as `seed` or `maxTurns`. The topic, the cast and what was said are
   * settled by then. Default: none.
   */
  readonly changes?: Readonly<Record<string, unknown>>;
}

const refuse = (...problem: Parameters<typeof inputProblem>) => invalidInput([inputProblem(...problem)]);

/** What was settled when the conversation was opened. */
const settled = new Set(["topic", "participants", "messages"]);

const idOf = ({ configurable }: Pick<StateSnapshot["config"], "configurable">) =>
  String(configurable?.["checkpoint_id"]);

const boundaries: readonly string[] = [stepNames.setScene, stepNames.stopCheck];

/** The conversation right after the boundary behind a turn, before anybody was asked for the next one. */
export async function stateAfter(
  graph: Pick<ForkableGraph, "getStateHistory">,
  { configurable: { thread_id: name } }: ThreadConfig,
  turn: number,
): Promise<{ readonly values: Record<string, unknown>; readonly boundary: string }> {
  /** Where nobody had the floor, by the checkpoint that came before; history is told backwards. */
  const after = new Map<string, { readonly reached: number; readonly values: unknown }>();
  const reached: number[] = [];
  for await (const { values, next, config, parentConfig } of graph.getStateHistory({
    configurable: { thread_id: name },
  })) {
    const found = after.get(idOf(config));
    const boundary = boundaries.find((node) => next.includes(node));
    if (found && boundary) {
      if (found.reached === turn) return { values: found.values as Record<string, unknown>, boundary };
      reached.push(found.reached);
    }
    const { turn: at = 0, opening } = values as Partial<Conversation>;
    if (next.length === 0 || !parentConfig || !opening) continue;
    after.set(idOf(parentConfig), { reached: at, values: at === turn ? values : undefined });
  }
  if (reached.length === 0) throw refuse("thread", "unknown-thread", { thread: name });
  const later = reached.filter((each) => each > turn);
  const earlier = reached.filter((each) => each < turn);
  // Turns that are spoken at once have no boundary between them.
  if (later.length > 0 && earlier.length > 0)
    throw refuse("turn", "between-turns", { turn, before: Math.max(...earlier), after: Math.min(...later) });
  throw refuse("turn", "turn-too-late", { thread: name, latest: Math.max(...reached) });
}

function check(
  graph: ForkableGraph,
  from: ThreadConfig,
  to: ThreadConfig,
  { turn, changes = {} }: Partial<ForkOptions>,
) {
  if (!graph.checkpointer) throw refuse("graph", "no-checkpointer", {});
  if (!Number.isInteger(turn)) throw refuse("turn", "expected", { expected: "int" });
  if (from.configurable.thread_id === to.configurable.thread_id) throw refuse("to", "same-thread", {});
  const wrong = Object.keys(changes).find((field) => settled.has(field));
  if (wrong) throw refuse(`changes.${wrong}`, "settled-field", {});
}

/**
 * Copies the conversation of `from` as it was after some turn to the thread of `to`, which must be new, and where it can be gone
 * on with: `graph.invoke(null, to)`. With nothing changed and the same replies it is the same conversation again; `from`
 * stays as it is. Throws `invalid-input` where `from` did not go on after that turn, where `to` holds a conversation
 * already, and for changes that are none of the mode's fields or come too late.
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
  check(graph, from, to, options ?? {});
  const { turn, changes = {} } = options;
  const taken = (await graph.getState(to)).values as Partial<Conversation>;
  if (taken.opening) throw refuse("to", "thread-taken", { thread: to.configurable.thread_id });
  const { values, boundary } = await stateAfter(graph, from, turn);
  const unknown = Object.keys(changes).find((field) => !(field in values));
  if (unknown) throw refuse(`changes.${unknown}`, "other-mode", {});
  await graph.updateState(to, { ...values, ...changes }, boundary);
}
