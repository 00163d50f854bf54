/** Reads and lists the conversations on a server. */
import { type BaseMessageLike, coerceMessageLikeToMessage } from "@langchain/core/messages";
import type { Interrupt, Thread } from "@langchain/langgraph-sdk";
import { isWaiting, waitingIn } from "../conversations/status.js";
import type { Named } from "../is-record.js";
import { defaultLanguage, locales } from "../locales/registry.js";
import type { WaitingPerson } from "../state/people.js";
import type { Paused } from "../state/records.js";
import type { ThreadState } from "../storage/threads.js";
import type { ExportableState } from "../transcript/json.js";
import { type Connection, sendSafely } from "./connection.js";

export interface ServerConversation {
  readonly threadId: string;
  /** The mode; empty if nothing has run in the thread. */
  readonly mode: string;
  readonly title: string | undefined;
  /** The assistant that ran it last. */
  readonly assistantId: string | undefined;
  /** Its owner, on a server that separates its users. */
  readonly owner: string | undefined;
  /** The graph's state, as the server sends it. */
  readonly values: Named;
  /** The next steps; empty if the conversation is over or has not begun. */
  readonly next: readonly string[];
  readonly waiting: readonly WaitingPerson[];
  /** The pause that the run waits at; undefined if it is not paused. */
  readonly paused: Paused | undefined;
  readonly failures: readonly string[];
}

const nonEmpty = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

export function describeThread({ thread_id: threadId, metadata }: Thread) {
  const { graph_id, assistant_id, owner, title } = (metadata ?? {}) as Named;
  const mode = nonEmpty(graph_id);
  const assistantId = nonEmpty(assistant_id) ?? mode;
  return { threadId, mode: mode ?? "", title: nonEmpty(title), assistantId, owner: nonEmpty(owner) };
}

const isPause = (interrupt: Interrupt): interrupt is Interrupt<Paused> =>
  (interrupt.value as Paused | undefined)?.kind === "paused";

export const readThread = (connection: Connection, threadId: string) =>
  sendSafely(connection, { thread: threadId }, (sdk) => sdk.threads.get(threadId));

export async function readConversation(connection: Connection, threadId: string): Promise<ServerConversation> {
  const [thread, state] = await sendSafely(connection, { thread: threadId }, (sdk) =>
    Promise.all([sdk.threads.get(threadId), sdk.threads.getState<Named>(threadId)]),
  );
  const interrupts = state.tasks.flatMap((task) => task.interrupts);
  return {
    ...describeThread(thread),
    values: state.values ?? {},
    next: state.tasks.map(({ name }) => name),
    waiting: waitingIn(state),
    paused: interrupts.find(isPause)?.value,
    failures: state.tasks.flatMap(({ error }) => error ?? []),
  };
}

/** The state that transcripts are made from; undefined if nothing has been said. */
export function stateIn({ values }: Pick<ServerConversation, "values">): ExportableState | undefined {
  const messages = (values["messages"] ?? []) as BaseMessageLike[];
  if (messages.length === 0) return undefined;
  return { ...values, messages: messages.map(coerceMessageLikeToMessage) } as unknown as ExportableState;
}

export interface ListedConversation extends Pick<ServerConversation, "threadId" | "mode" | "title"> {
  readonly topic: string;
  /** `waiting`: for a person's turn. `stopped`: paused, cancelled or failed; `resume` continues it. */
  readonly state: Exclude<ThreadState, "cut-off">;
  readonly turn: number;
  /** In ISO 8601. */
  readonly updatedAt: string;
}

export interface ListOptions {
  /** The maximum number of conversations. Default: 50. */
  readonly limit?: number;
}

/** Small, because servers send whole conversations. */
const maxPageSize = 20;

function stateOf({ status, interrupts }: Thread<Named>, { stopReason }: Named): ListedConversation["state"] {
  if (status === "busy") return "running";
  // A run that was cancelled or failed after the decision to stop has yet to say its closing words.
  if (stopReason && status === "idle") return "ended";
  // A cancelled run also leaves its thread interrupted, but without a person to wait for.
  const all = Object.values(interrupts ?? {}).flat();
  return all.some(isWaiting) ? "waiting" : "stopped";
}

/** Undefined for a thread without runs, or of another kind of graph. */
function toListed(thread: Thread<Named>): ListedConversation | undefined {
  const { threadId, mode, title } = describeThread(thread);
  const values = thread.values ?? {};
  const { topic, turn, decisions } = values;
  // Before the first step is saved, the server knows only the mode.
  const isKnownMode = Object.hasOwn(locales[defaultLanguage].modes, mode);
  const isOpening = isKnownMode && thread.status === "busy" && Object.keys(values).length === 0;
  if (!isOpening && !(typeof topic === "string" && Array.isArray(decisions))) return undefined;
  const reached = { topic: nonEmpty(topic) ?? "", state: stateOf(thread, values), turn: Number(turn ?? 0) };
  return { threadId, mode, title, ...reached, updatedAt: thread.updated_at };
}

/** Newest first. */
export async function listConversations(connection: Connection, { limit = 50 }: ListOptions) {
  const found = new Map<string, ListedConversation>();
  const readPage = async (offset: number, size: number) => {
    const page = await sendSafely(connection, {}, (sdk) =>
      sdk.threads.search<Named>({ limit: size, offset, sortBy: "updated_at", sortOrder: "desc" }),
    );
    for (const conversation of page.map(toListed)) if (conversation) found.set(conversation.threadId, conversation);
    return page.length;
  };
  const firstSize = Math.min(limit, maxPageSize);
  let offset = 0;
  // Threads of other graphs fill a page without counting towards the limit.
  for (let size = firstSize, isLast = false; !isLast && found.size < limit; size = maxPageSize) {
    const length = await readPage(offset, size);
    isLast = length < size;
    offset += length;
  }
  // A thread that was updated while this read has moved to the front and may have been missed; the ones it pushed back were read twice.
  if (offset > firstSize) await readPage(0, maxPageSize);
  return [...found.values()].sort((left, right) => (left.updatedAt < right.updatedAt ? 1 : -1)).slice(0, limit);
}
