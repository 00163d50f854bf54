/** Reads and lists the conversations on a server. */
import { type BaseMessageLike, coerceMessageLikeToMessage } from "@langchain/core/messages";
import type { Thread, ThreadTask } from "@langchain/langgraph-sdk";
import { isRecord, type Named } from "../is-record.js";
import { defaultLanguage, locales } from "../locales/registry.js";
import type { YourTurn } from "../state/records.js";
import type { ThreadState } from "../storage/threads.js";
import type { ExportableState } from "../transcript/json.js";
import { type Connection, sendSafely } from "./connection.js";

/** A person whose turn the run waits for. */
export interface WaitingPerson {
  /** The interrupt's id, which `answer` takes if several people are waited for. */
  readonly id: string;
  readonly value: YourTurn;
}

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
  readonly failures: readonly string[];
  /** The run that saved this state, if the server tells. */
  readonly latestRunId: string | undefined;
}

const nonEmpty = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

function describeThread({ thread_id: threadId, metadata }: Thread) {
  const { graph_id, assistant_id, owner, title } = (metadata ?? {}) as Named;
  const mode = nonEmpty(graph_id);
  const assistantId = nonEmpty(assistant_id) ?? mode;
  return { threadId, mode: mode ?? "", title: nonEmpty(title), assistantId, owner: nonEmpty(owner) };
}

const waitingIn = (tasks: readonly ThreadTask[]): WaitingPerson[] =>
  tasks.flatMap(({ interrupts }) =>
    interrupts.flatMap(({ id, value }) => {
      const turn = value as YourTurn | undefined;
      return id !== undefined && turn?.kind === "your-turn" ? [{ id, value: turn }] : [];
    }),
  );

/** A thread without its state. `forkContext` is the context that a fork starts with: its origin's when the fork was made. */
export async function readThread(connection: Connection, threadId: string) {
  const thread = await sendSafely(connection, { thread: threadId }, (sdk) => sdk.threads.get(threadId));
  const context = (thread.metadata as Named | null)?.["context"];
  return { ...describeThread(thread), forkContext: isRecord(context) ? context : {} };
}

export async function readConversation(connection: Connection, threadId: string): Promise<ServerConversation> {
  const [thread, state] = await sendSafely(connection, { thread: threadId }, (sdk) =>
    Promise.all([sdk.threads.get(threadId), sdk.threads.getState<Named>(threadId)]),
  );
  return {
    ...describeThread(thread),
    values: state.values ?? {},
    next: state.next,
    waiting: waitingIn(state.tasks),
    failures: state.tasks.flatMap(({ error }) => error ?? []),
    latestRunId: nonEmpty((state.metadata as Named | null)?.["run_id"]),
  };
}

/** The state that transcripts are made from; undefined if nothing has been said. */
export function stateIn({ values }: Pick<ServerConversation, "values">): ExportableState | undefined {
  const messages = (values["messages"] ?? []) as BaseMessageLike[];
  if (messages.length === 0) return undefined;
  return { ...values, messages: messages.map(coerceMessageLikeToMessage) } as unknown as ExportableState;
}

export interface ListedConversation {
  readonly threadId: string;
  readonly mode: string;
  readonly title: string | undefined;
  readonly topic: string;
  /** `waiting`: for a person's turn. `stopped`: cancelled or failed; `resume` continues it. */
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
  if (stopReason) return "ended";
  // A cancelled run also leaves its thread interrupted, but without a person to wait for.
  const turns = Object.values(interrupts ?? {}).flat() as readonly { readonly value?: Partial<YourTurn> }[];
  return turns.some(({ value }) => value?.kind === "your-turn") ? "waiting" : "stopped";
}

/** Undefined for a thread without runs, or of another kind of graph. */
function toListed(thread: Thread<Named>): ListedConversation | undefined {
  const { graph_id: mode, title } = (thread.metadata ?? {}) as Named;
  if (typeof mode !== "string") return undefined;
  const values = thread.values ?? {};
  const { topic, turn, decisions } = values;
  // Before the first step is saved, the server knows only the mode.
  const isKnownMode = Object.hasOwn(locales[defaultLanguage].modes, mode);
  const isOpening = isKnownMode && thread.status === "busy" && Object.keys(values).length === 0;
  if (!isOpening && !(typeof topic === "string" && Array.isArray(decisions))) return undefined;
  return {
    threadId: thread.thread_id,
    mode,
    title: typeof title === "string" ? title : undefined,
    topic: typeof topic === "string" ? topic : "",
    state: stateOf(thread, values),
    turn: Number(turn ?? 0),
    updatedAt: thread.updated_at,
  };
}

/** Newest first. */
export async function listConversations(
  connection: Connection,
  { limit = 50 }: ListOptions,
): Promise<ListedConversation[]> {
  const found = new Map<string, ListedConversation>();
  const readPage = async (offset: number, size: number) => {
    const page = await sendSafely(connection, {}, (sdk) =>
      sdk.threads.search<Named>({ limit: size, offset, sortBy: "updated_at", sortOrder: "desc" }),
    );
    for (const conversation of page.map(toListed)) if (conversation) found.set(conversation.threadId, conversation);
    return page.length;
  };
  const firstSize = Math.min(Math.max(limit, 1), maxPageSize);
  let offset = await readPage(0, firstSize);
  // Threads of other graphs fill a page without counting towards the limit.
  for (let size = firstSize, length = offset; length === size && found.size < limit; offset += length) {
    size = maxPageSize;
    length = await readPage(offset, size);
  }
  // A thread that was updated while this read has moved to the front and may have been missed; the ones it pushed back were read twice.
  if (offset > firstSize) await readPage(0, maxPageSize);
  const newestFirst = [...found.values()].sort((left, right) => (left.updatedAt < right.updatedAt ? 1 : -1));
  return newestFirst.slice(0, limit);
}
