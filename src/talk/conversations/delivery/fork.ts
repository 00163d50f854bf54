import type { StateSnapshot } from "@langchain/langgraph";
import { isRecord } from "../../../base/is-record.js";
import { conversationFormat } from "../../../core/state/saved-conversation.js";
import { listPricesOf } from "../../../core/usage/known-prices.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import { type Conversation, keysChannel } from "../../../graph/state/conversation-state.js";
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
   * Input fields to change in the fork, such as `seed` or `maxTurns`. `messages` cannot change; in a fork with the same
   * mode, `topic` and `participants` cannot change either. Default: no changes.
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

/** Creates a function that reads a saved state, whose lists may be empty unless `isWhole` is set. */
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

/** Reads the state again, this time with its lists, unless it has no checkpoint id, as on a server. */
async function wholeValues(read: ReturnType<typeof stateReader>, { config, values }: Snapshot) {
  const checkpoint_id: string | undefined = config?.configurable?.["checkpoint_id"];
  const whole = checkpoint_id ? await read({ checkpoint_id }, true) : undefined;
  return (whole ?? { values }).values as Conversation;
}

/** Yields the state and its ancestors, latest first, each with its parent. */
async function* backFrom(read: ReturnType<typeof stateReader>, from: Snapshot | undefined) {
  for (let state = from; state; ) {
    const parent: Snapshot | undefined = await parentOf(read, state);
    yield { state, parent };
    state = parent;
  }
}

/**
 * Finds the last saved state up to the end of a turn, and the next state. Searches by step number, because the turn
 * never decreases from one step to the next. Most guesses assume that all turns have the same number of steps; in case
 * they do not, every third guess is the middle of the remaining steps.
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

/**
 * The step that a fork's first state follows; undefined for any other state. A fork's first state has no parent,
 * because an update wrote it to a new thread.
 */
function forkBoundary(state: Snapshot): string | undefined {
  if (state.parentConfig || state.metadata?.source !== "update") return undefined;
  const { next } = state;
  const isFirst = turnOf(state) === 0;
  // A fork of an ended conversation may start before its stop check.
  if (next.includes(stepNames.stopCheck)) return isFirst ? stepNames.setScene : stepNames.speak;
  // In director mode, a stop check also precedes turn 1.
  return isFirst && !next.includes(stepNames.directorReflect) ? stepNames.setScene : stepNames.stopCheck;
}

const parentOf = async (read: ReturnType<typeof stateReader>, { parentConfig }: Snapshot) => {
  const checkpoint_id: string | undefined = parentConfig?.configurable?.["checkpoint_id"];
  return checkpoint_id ? read({ checkpoint_id }) : undefined;
};

/**
 * The saved states of a turn and of the latest saved turn before it, oldest first. If participants speak at the same
 * time, no state is saved between their turns. `after`: the step that produced the state. `end`: the last state of the
 * turn or, if none was saved, the next state.
 */
export async function statesIn(graph: History, thread: ThreadConfig, turn: number) {
  const read = stateReader(graph, thread);
  const { last, next } = await lastStateOf(read, turn);
  const states: { readonly values: Conversation; readonly after: string }[] = [];
  let before: number | undefined;
  for (let state = last; state && turnOf(state) >= (before ?? 0); ) {
    if (turnOf(state) < turn) before ??= turnOf(state);
    const parent: Snapshot | undefined = await parentOf(read, state);
    const after = parent ? parent.next[0] : forkBoundary(state);
    if (after) states.unshift({ values: await wholeValues(read, state), after });
    state = parent;
  }
  const end = last && turnOf(last) < turn ? next : last;
  return { states, end: end && (await wholeValues(read, end)) };
}

/**
 * Finds a state after the turn from which a copy can continue. If the conversation ended with this turn, prefers the
 * state before the stop check that ended it, so that a copy with other settings can continue.
 */
async function stateAfter(graph: History, thread: ThreadConfig, turn: number) {
  const { thread_id } = thread.configurable;
  const read = stateReader(graph, thread);

  const whole = async ({ state, boundary }: { readonly state: Snapshot; readonly boundary: string }) => ({
    values: (await wholeValues(read, state)) as unknown as Record<string, unknown>,
    boundary,
  });

  /** `after`: the turn of the boundary that follows the found one or, if none is found, of the earliest boundary. */
  const findBoundary = async (from: Snapshot | undefined, latest: number) => {
    let after: number | undefined;
    for await (const { state, parent } of backFrom(read, from)) {
      const boundary = parent ? boundaries.find((step) => parent.next.includes(step)) : forkBoundary(state);
      const values = state.values as Record<string, unknown>;
      // Skips states that a message or a control with `now` has written.
      const isWritten = parent && state.metadata?.source === "update";
      if (boundary && values["opening"] && state.next.length > 0 && !isWritten) {
        if (turnOf(state) <= latest) return { found: { turn: turnOf(state), state, boundary }, after };
        after = turnOf(state);
      }
    }
    return { found: undefined, after };
  };

  /** The turn's last state whose next step is the stop check. */
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

export async function forkedState(graph: History, thread: ThreadConfig, { turn, speech }: ForkOptions) {
  const text = speech === undefined ? undefined : readSpeech(speech);
  const { values, boundary } = await stateAfter(graph, thread, turn);
  return { values: text === undefined ? values : withSpeech(values, turn, text), boundary };
}

/**
 * List prices are normally added when a run opens. A fork continues a run that is already open, so they are added here
 * if the fork's budget limits money.
 */
async function withListPrices({ budget, prices, usage, participants }: Partial<Conversation>) {
  if (budget?.money === undefined || !isRecord(prices)) return {};
  const models = [...(usage ?? []), ...(participants ?? [])].flatMap(({ model }) => model ?? []);
  return { prices: { ...(await listPricesOf(models)), ...prices } };
}

/** Checks the options. Returns the state that `fork` saves in the new thread, and the step that the state follows. */
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
  // The idempotency keys belong to calls for the original thread.
  const forked = { ...values, [keysChannel]: [], pauseAt: null, ...changes };
  return [{ ...forked, ...(await withListPrices(forked)) }, boundary];
}

/**
 * Copies the state after a given turn from the thread `from` to the new thread `to`, where `graph.invoke(null, to)`
 * resumes the conversation. Does not change `from`.
 *
 * @throws {RostrumError} `invalid-input` if the graph has no checkpointer, if `from` cannot be forked after that turn,
 * if `to` is `from` or already contains a conversation, if a field in `changes` is unknown or cannot change, or if
 * `speech` is empty, is too long, or replaces a speech that does not exist.
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
