/** Copies a conversation's state after a given turn to a new thread. */
import type { StateSnapshot } from "@langchain/langgraph";
import { conversationFormat } from "../../../core/state/saved-conversation.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import type { Conversation } from "../../../graph/state/conversation-state.js";
import { stepNames } from "../../../graph/state/step-names.js";
import { outlineKey } from "../../storage/contents/outline.js";
import { readSpeech, withSpeech } from "./edit-speech.js";
import type { ThreadConfig, ThreadGraph } from "./interject.js";

type Snapshot = Pick<StateSnapshot, "values" | "next" | "parentConfig"> & {
  readonly config?: StateSnapshot["config"];
  readonly metadata?: { readonly source?: unknown; readonly step?: unknown } | null | undefined;
};

/** The part of a compiled graph that reads saved states. */
export interface History {
  getStateHistory(
    config: { readonly configurable: ThreadConfig["configurable"] & { readonly checkpoint_id?: string } },
    options: { limit: number; filter?: { step: number } },
  ): AsyncIterable<Snapshot>;
}

interface ForkableGraph extends ThreadGraph, History {}

export interface ForkOptions {
  /** The last turn that the fork keeps; 0 keeps only the opening. */
  readonly turn: number;
  /**
   * Input fields to change in the fork, such as `seed` or `maxTurns`. `topic`, `participants` and `messages` cannot
   * change. Default: no changes.
   */
  readonly changes?: Readonly<Record<string, unknown>>;
  /**
   * A new text for the speech of `turn` in the fork, of at most 20,000 characters. The fork records the edit as a
   * correction. Default: the original text.
   */
  readonly speech?: string;
}

const settledFields = new Set(["topic", "participants", "messages"]);

const boundaries: readonly string[] = [stepNames.setScene, stepNames.stopCheck];

const turnOf = ({ values }: Snapshot): number => (values as Partial<Conversation>).turn ?? 0;

/**
 * Returns a function that reads a state of a thread: by step number, by checkpoint id or, without either, the latest
 * state. The state's lists may be empty unless `isWhole` is set.
 */
const stateReader =
  (graph: History, { configurable: { thread_id } }: ThreadConfig) =>
  async (
    { step, ...checkpoint }: { readonly step?: number; readonly checkpoint_id?: string },
    isWhole = false,
  ): Promise<Snapshot | undefined> => {
    const options = { limit: 1, ...(step === undefined ? {} : { filter: { step } }) };
    const configurable = { thread_id, ...checkpoint, ...(isWhole ? {} : { [outlineKey]: true }) };
    for await (const state of graph.getStateHistory({ configurable }, options))
      return { ...state, values: conversationFormat.read(state.values, thread_id) };
    return undefined;
  };

/** Reads a state again, this time with its lists. */
async function wholeValues(read: ReturnType<typeof stateReader>, { config, values }: Snapshot) {
  const checkpoint_id: string | undefined = config?.configurable?.["checkpoint_id"];
  const whole = checkpoint_id ? await read({ checkpoint_id }, true) : undefined;
  return (whole ?? { values }).values as Conversation;
}

/** Yields a state and all earlier states, latest first. Each state comes with the state before it. */
async function* backFrom(read: ReturnType<typeof stateReader>, from: Snapshot | undefined) {
  for (let state = from; state; ) {
    const parent: Snapshot | undefined = await parentOf(read, state);
    yield { state, parent };
    state = parent;
  }
}

/**
 * Returns the last state whose turn is at most `turn`, and the state after it. This is a search by step number, because
 * the turn never decreases from one step to the next. To read few states, it assumes that all turns have the same
 * number of steps. Because this assumption may be wrong, every third guess is the middle instead.
 */
async function lastStateOf(read: ReturnType<typeof stateReader>, turn: number) {
  let last: Snapshot | undefined;
  let next: Snapshot | undefined;
  let low = { step: -2, turn: Math.min(turn, 0) };
  let high = { step: Number.POSITIVE_INFINITY, turn: Number.POSITIVE_INFINITY };
  const take = (state: Snapshot | undefined, step: number) => {
    if (state && turnOf(state) <= turn) [last, low] = [state, { step, turn: turnOf(state) }];
    else [next, high] = [state, { step, turn: state ? turnOf(state) : Number.POSITIVE_INFINITY }];
  };
  const latest = await read({});
  const { step: latestStep } = latest?.metadata ?? {};
  if (typeof latestStep === "number") take(latest, latestStep);
  for (let reads = 0; high.step - low.step > 1; reads += 1) {
    const share =
      reads % 3 === 2 || high.turn === Number.POSITIVE_INFINITY ? 0.5 : (turn + 1 - low.turn) / (high.turn - low.turn);
    const guess =
      high.step === Number.POSITIVE_INFINITY
        ? low.step + 2 ** reads
        : low.step + Math.floor(share * (high.step - low.step));
    const step = Math.min(Math.max(guess, low.step + 1), high.step - 1);
    take(await read({ step }), step);
  }
  return { last, next };
}

/** If the state is the first state of a fork, returns the boundary after which the fork resumes. */
function forkBoundary(state: Snapshot): string | undefined {
  if (state.parentConfig || state.metadata?.source !== "update") return undefined;
  return turnOf(state) === 0 ? stepNames.setScene : stepNames.stopCheck;
}

const parentOf = async (read: ReturnType<typeof stateReader>, { parentConfig }: Snapshot) => {
  const checkpoint_id: string | undefined = parentConfig?.configurable?.["checkpoint_id"];
  return checkpoint_id ? read({ checkpoint_id }) : undefined;
};

/**
 * Returns the saved states of a turn and of the latest saved turn before it, oldest first, each with the step that
 * produced it. Also returns the state at the end of the turn. If participants speak at the same time, no state is saved
 * between their turns, so the turn itself may have no saved state. A fork's first state counts as the result of a stop
 * check, even after the opening.
 */
export async function statesIn(graph: History, thread: ThreadConfig, turn: number) {
  const read = stateReader(graph, thread);
  const { last, next } = await lastStateOf(read, turn);
  const states: { readonly values: Conversation; readonly after: string }[] = [];
  let before: number | undefined;
  for (let state = last; state && turnOf(state) >= (before ?? 0); ) {
    if (turnOf(state) < turn) before ??= turnOf(state);
    const parent: Snapshot | undefined = await parentOf(read, state);
    const [after] = parent?.next ?? (forkBoundary(state) ? [stepNames.stopCheck] : []);
    if (after) states.unshift({ values: await wholeValues(read, state), after });
    state = parent;
  }
  const end = last && turnOf(last) < turn ? next : last;
  return { states, end: end && (await wholeValues(read, end)) };
}

/**
 * Returns the state at the boundary after `turn`, and the step that produced it, after which a copy resumes. If the
 * conversation ended with this turn, returns the state before the stop check that ended it, so that a copy with other
 * settings can continue. Usually reads only one state with its lists, and a few without. Throws `invalid-input` if
 * there is no such boundary.
 */
async function stateAfter(graph: History, thread: ThreadConfig, turn: number) {
  const { thread_id } = thread.configurable;
  const read = stateReader(graph, thread);

  const whole = async ({ state, boundary }: { readonly state: Snapshot; readonly boundary: string }) => ({
    values: (await wholeValues(read, state)) as unknown as Record<string, unknown>,
    boundary,
  });

  /**
   * Searches backwards from a state for the last boundary whose turn is at most `latest`. Also returns, as `after`, the
   * turn of the following boundary, if there is one.
   */
  const findBoundary = async (from: Snapshot | undefined, latest: number) => {
    let after: number | undefined;
    for await (const { state, parent } of backFrom(read, from)) {
      const boundary = parent ? boundaries.find((step) => parent.next.includes(step)) : forkBoundary(state);
      const values = state.values as Record<string, unknown>;
      // Skips states written by a message or control with `now`. They come before the stop check, so they are not
      // boundaries.
      const isWritten = parent && state.metadata?.source === "update";
      if (boundary && values["opening"] && state.next.length > 0 && !isWritten) {
        if (turnOf(state) <= latest) return { found: { turn: turnOf(state), state, boundary }, after };
        after = turnOf(state);
      }
    }
    return { found: undefined, after };
  };

  /** Returns the last state before a stop check after `turn`. */
  const findCheck = async (last: Snapshot | undefined) => {
    for await (const { state, parent } of backFrom(read, last)) {
      if (turnOf(state) !== turn) return undefined;
      const [boundary] = parent?.next ?? [];
      if (boundary && state.next.includes(stepNames.stopCheck) && state.metadata?.source !== "update")
        return { state, boundary };
    }
    return undefined;
  };

  const { last } = await lastStateOf(read, turn);
  const near = await findBoundary(last, turn);
  const reached = near.found?.turn === turn ? near.found : undefined;
  if (reached && !(reached.state.values as Partial<Conversation>).stopReason) return whole(reached);
  const ending = (await findCheck(last)) ?? reached;
  if (ending) return whole(ending);

  // If some steps were not saved, the search by step number may have missed the boundary.
  const latest = await read({});
  const { found, after } = await findBoundary(latest, turn < 0 ? Number.POSITIVE_INFINITY : turn);
  if (found?.turn === turn) return whole(found);
  if (!found)
    throw after === undefined
      ? invalidField("thread", "unknown-thread", { thread: thread_id })
      : invalidField("turn", "turn-too-early", { thread: thread_id, earliest: after });
  if (after === undefined) {
    const last = latest && latest.next.length === 0 ? turnOf(latest) : found.turn;
    throw invalidField("turn", "turn-too-late", { thread: thread_id, latest: last });
  }
  // If participants speak at the same time, there is no boundary between their turns.
  throw invalidField("turn", "between-turns", { turn, before: found.turn, after });
}

/** Like `stateAfter`, but applies the caller's edit to the speech, if there is one. */
export async function forkedState(graph: History, thread: ThreadConfig, { turn, speech }: ForkOptions) {
  const text = speech === undefined ? undefined : readSpeech(speech);
  const { values, boundary } = await stateAfter(graph, thread, turn);
  return { values: text === undefined ? values : withSpeech(values, turn, text), boundary };
}

/**
 * Returns what `fork` would save: the values of the new thread, and the step after which it resumes. Throws like
 * `fork`, but saves nothing.
 */
export async function prepareFork(
  graph: ForkableGraph,
  from: ThreadConfig,
  to: ThreadConfig,
  options: ForkOptions,
): Promise<readonly [values: Record<string, unknown>, boundary: string]> {
  const { turn, changes = {} } = options ?? {};
  if (!graph.checkpointer) throw invalidField("graph", "no-checkpointer", {});
  if (!Number.isInteger(turn)) throw invalidField("turn", "expected", { expected: "int" });
  if (from.configurable.thread_id === to.configurable.thread_id) throw invalidField("to", "same-thread", {});
  const settled = Object.keys(changes).find((field) => settledFields.has(field));
  if (settled) throw invalidField(`changes.${settled}`, "settled-field", {});
  const target = (await graph.getState(to)).values as Partial<Conversation>;
  if (target.opening) throw invalidField("to", "thread-taken", { thread: to.configurable.thread_id });
  const { values, boundary } = await forkedState(graph, from, options);
  const unknown = Object.keys(changes).find((field) => !(field in values));
  if (unknown) throw invalidField(`changes.${unknown}`, "other-mode", {});
  return [{ ...values, pauseAt: null, ...changes }, boundary];
}

/**
 * Copies the state after a given turn from the thread `from` to the new thread `to`, where `graph.invoke(null, to)`
 * resumes the conversation. Without changes, the same model replies produce the same conversation. Does not change
 * `from`.
 *
 * @throws {RostrumError} `invalid-input` if the graph has no checkpointer, if `from` cannot be forked after that turn,
 * if `to` already holds a conversation, if a field in `changes` is unknown or cannot change, or if `speech` is empty or
 * too long or nobody spoke in that turn.
 *
 * @example
 * ```ts
 * const [from, to] = [{ configurable: { thread_id: "talk" } }, { configurable: { thread_id: "other" } }];
 * await fork(graph, from, to, { turn: 5, changes: { seed: 8 } });
 * ```
 */
export async function fork(
  graph: ForkableGraph,
  from: ThreadConfig,
  to: ThreadConfig,
  options: ForkOptions,
): Promise<void> {
  await graph.updateState(to, ...(await prepareFork(graph, from, to, options)));
}
