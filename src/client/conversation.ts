/** Reads a conversation from a server. */
import { type BaseMessageLike, coerceMessageLikeToMessage } from "@langchain/core/messages";
import type { Thread, ThreadTask } from "@langchain/langgraph-sdk";
import { isRecord, type Named } from "../is-record.js";
import type { YourTurn } from "../state/your-turn.js";
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
  /** The people whose turns the conversation waits for. */
  readonly waiting: readonly WaitingPerson[];
  /** The errors that steps failed with. */
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
