import { type BaseMessageLike, coerceMessageLikeToMessage } from "@langchain/core/messages";
import type { Run, Thread } from "@langchain/langgraph-sdk";
import { isRecord, type Named } from "../../../base/is-record.js";
import type { WaitingPerson } from "../../../core/state/people.js";
import { conversationFormat } from "../../../core/state/saved-conversation.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import { defaultLanguage, languageNamed, locales } from "../../../words/registry.js";
import type { ThreadOrigin } from "../../storage/threads.js";
import type { HistoryState } from "../port/history.js";
import type { ConversationSnapshot } from "../port/port.js";
import type { KeyedStart } from "../port/start.js";
import { statusOf, waitingIn } from "../port/status.js";
import { type Connection, checkAnswer, type RunRef, sendSafely, statusIn } from "./connection.js";
import { isActive, latestContext, listRuns } from "./runs.js";

export interface ServerConversation extends ConversationSnapshot {
  readonly assistantId: string | undefined;
  /** The conversation's owner, if the server separates its users. */
  readonly owner: string | undefined;
  /** The digests of the calls to `start` with a key, by the key's id. */
  readonly starts: Readonly<Record<string, string>>;
  readonly origin: ThreadOrigin | null;
  readonly run: Run | undefined;
  /** Like `waiting`, but also lists people who have not answered yet while a run delivers other people's answers. */
  readonly open: readonly WaitingPerson[];
  /** Like `state`, with the writes of the completed tasks of an incomplete step. */
  readonly latest: Named;
}

export const nonEmpty = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** `mode` is empty if the thread has had no runs, unless the thread is a fork. */
export function describeThread({ thread_id: thread, metadata }: Thread) {
  const { graph_id, assistant_id, owner, title, origin, ...others } = (metadata ?? {}) as Named;
  const mode = nonEmpty(graph_id);
  const assistantId = nonEmpty(assistant_id) ?? mode;
  const starts = startsIn(others);
  return {
    thread,
    mode: mode ?? "",
    title: nonEmpty(title) ?? null,
    assistantId,
    owner: nonEmpty(owner),
    origin: readOrigin(origin),
    starts,
  };
}

const readOrigin = (origin: unknown): ThreadOrigin | null =>
  isRecord(origin) && typeof origin["thread"] === "string"
    ? { thread: origin["thread"], turn: Number(origin["turn"]) }
    : null;

/** Metadata fields with this prefix contain the digests of calls to `start`. */
const keyPrefix = "start:";

/**
 * Returns metadata that records a call to `start` with a key. The second field lets a search find the thread,
 * regardless of the options used in the call.
 */
export const markOfStart = ({ id, digest }: KeyedStart) => ({ [`${keyPrefix}${id}`]: digest, [`key:${id}`]: true });

const startsIn = (metadata: Named): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(metadata).flatMap(([name, digest]) =>
      name.startsWith(keyPrefix) && typeof digest === "string" ? [[name.slice(keyPrefix.length), digest]] : [],
    ),
  );

const withdrawnMark = ({ run_id }: Pick<Run, "run_id">) => `withdrawn:${run_id}`;

/**
 * Returns metadata that marks the run of a round that could not open. The marks of the round's key are null, because
 * servers merge metadata, and would otherwise keep them.
 */
export const markOfWithdrawn = (run: RunRef, key: KeyedStart | undefined) => ({
  [withdrawnMark(run)]: true,
  ...(key && Object.fromEntries(Object.keys(markOfStart(key)).map((name) => [name, null]))),
});

/**
 * Throws if the key belongs to another thread. If two calls have marked different threads at the same time, the older
 * thread keeps the key.
 */
export async function checkKeyPlace(connection: Connection, { id }: KeyedStart, thread: string): Promise<void> {
  const marked = await sendSafely(connection, {}, (sdk) =>
    sdk.threads.search({ metadata: { [`key:${id}`]: true }, limit: 10, sortBy: "created_at", sortOrder: "asc" }),
  );
  const [first] = marked.sort((left, right) => (ageOf(left) < ageOf(right) ? -1 : 1));
  if (first && first.thread_id !== thread) throw invalidField("idempotencyKey", "key-taken", {});
}

const ageOf = ({ created_at, thread_id }: Thread) => `${created_at} ${thread_id}`;

export const readState = (connection: Connection, thread: string, checkpoint?: string) =>
  sendSafely(connection, { thread }, (sdk) => sdk.threads.getState<Named>(thread, checkpoint));

/** Latest first. */
export async function* readStates(connection: Connection, thread: string, limit: number) {
  yield* await sendSafely(connection, { thread }, (sdk) => sdk.threads.getHistory<Named>(thread, { limit }));
}

const withMessages = ({ messages, ...values }: Named) => ({
  ...values,
  ...(Array.isArray(messages) && {
    messages: messages.map((each: BaseMessageLike) => coerceMessageLikeToMessage(each)),
  }),
});

/** Reads the thread's metadata and runs, but not its state. */
export async function findThread(connection: Connection, thread: string) {
  const reading = [
    sendSafely(connection, { thread }, (sdk) => sdk.threads.get(thread)),
    listRuns(connection, thread),
  ] as const;
  const [found, all] = await Promise.all(reading).catch((error: unknown) => {
    if (statusIn(error) === 404) throw invalidField("thread", "unknown-thread", { thread });
    throw error;
  });
  checkAnswer(connection, [found]);
  const metadata = (found.metadata ?? {}) as Named;
  const runs = all.filter((run) => metadata[withdrawnMark(run)] !== true);
  return { found, runs, run: runs.find(isActive), ...describeThread(found) };
}

/** Describes, in the conversation's language, the failure of a run that left no error in the state. */
export const failureWithoutError = ({ status }: Run, { language }: Named): string =>
  locales[languageNamed(language) ?? defaultLanguage].errors.reasons.noError(status);

/**
 * Returns the failure of a rejected run; null if the run was cancelled; undefined if the tasks say whether the
 * conversation has failed.
 */
function failureOfRun(run: Run | undefined, tasks: readonly { readonly error?: unknown }[], values: Named) {
  // In a cancelled run, tasks may have failed only because they were aborted.
  if (run?.status === "interrupted") return null;
  const hasFailed = run !== undefined && ["error", "timeout"].includes(run.status);
  // A run that is rejected before its first step, for example because of its context, leaves no error in the state.
  const isRejected = hasFailed && tasks.length > 0 && !tasks.some(({ error }) => error);
  return isRejected ? { message: failureWithoutError(run, values) } : undefined;
}

export async function readConversation(connection: Connection, thread: string): Promise<ServerConversation> {
  const { found, runs, run, ...described } = await findThread(connection, thread);
  // Reads the runs first: if no run was active then, the state is final.
  const state = await readState(connection, thread);
  // If a step has several tasks, reads the checkpoint before the step instead, because the latest state may include the
  // writes of completed tasks.
  const saved = (state.checkpoint as { readonly checkpoint_id?: unknown } | null)?.checkpoint_id;
  const isHalfDone = state.tasks.length > 1 && typeof saved === "string";
  const settled = isHalfDone ? await readState(connection, thread, saved) : state;
  const values = conversationFormat.read(settled.values ?? {}, thread);
  const failure = failureOfRun(runs.at(-1), state.tasks, values);
  const isBusy = run !== undefined || found.status === "busy";
  const { type: _type, ...status } = statusOf({ ...state, values }, isBusy ? "running" : undefined, failure);
  return {
    ...described,
    ...status,
    run,
    open: isBusy ? waitingIn(state) : status.waiting,
    latest: isHalfDone ? conversationFormat.read(state.values ?? {}, thread) : values,
    context: latestContext(found, runs),
    state: withMessages(values) as HistoryState & Named,
    next: state.tasks.map(({ name }) => name),
    updatedAt: found.updated_at,
  };
}

/** Metadata that marks a conversation's thread, because a server can also contain other graphs' threads. */
export const conversationMark = { conversation: true };
export const isMarked = ({ metadata }: Thread<Named>) => (metadata as Named | null)?.["conversation"] === true;
