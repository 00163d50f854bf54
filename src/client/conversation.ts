/** A conversation as a server has it now. */
import { type BaseMessageLike, coerceMessageLikeToMessage } from "@langchain/core/messages";
import type { Thread, ThreadTask } from "@langchain/langgraph-sdk";
import { isRecord } from "../is-record.js";
import type { YourTurn } from "../state/your-turn.js";
import type { ExportableState } from "../transcript/json.js";
import type { WaitingPerson } from "./followed-event.js";
import { callAgain, type Server } from "./server.js";

type Values = Readonly<Record<string, unknown>>;

export interface ServerConversation {
  /** The mode; empty where nothing has been run in the thread. */
  readonly mode: string;
  readonly title: string | undefined;
  /** The assistant that it was last run with. */
  readonly assistantId: string | undefined;
  /** Whose it is, on a server that keeps its users apart. */
  readonly owner: string | undefined;
  /** The state as the server tells it. */
  readonly values: Values;
  /** The steps that come next; none once it has ended, or where nothing has begun. */
  readonly next: readonly string[];
  /** The people who are waited for. */
  readonly waiting: readonly WaitingPerson[];
  /** What steps failed with. */
  readonly failures: readonly string[];
  /** The run that saved it, where the server says so. */
  readonly latestRunId: string | undefined;
}

const textOr = <Default>(value: unknown, otherwise: Default) =>
  typeof value === "string" && value !== "" ? value : otherwise;

const peopleIn = (tasks: readonly ThreadTask[]): WaitingPerson[] =>
  tasks.flatMap(({ interrupts }) =>
    interrupts.flatMap(({ id, value }) => {
      const turn = value as YourTurn | undefined;
      return id !== undefined && turn?.kind === "your-turn" ? [{ id, value: turn }] : [];
    }),
  );

/** What is known of a thread beside its conversation. */
export type ThreadFacts = Pick<ServerConversation, "mode" | "title" | "assistantId" | "owner"> & {
  /** How a fork is run that was not yet run: as its origin was when it was made. */
  readonly firstContext: Values | undefined;
};

function factsIn({ metadata }: Pick<Thread, "metadata">): ThreadFacts {
  const { graph_id: mode, assistant_id: assistant, owner, title, context } = (metadata ?? {}) as Values;
  return {
    mode: textOr(mode, ""),
    title: textOr(title, undefined),
    assistantId: textOr(assistant, textOr(mode, undefined)),
    owner: textOr(owner, undefined),
    firstContext: isRecord(context) ? context : undefined,
  };
}

export async function readFacts(server: Server, threadId: string): Promise<ThreadFacts> {
  return factsIn(await callAgain(server, { thread: threadId }, (sdk) => sdk.threads.get(threadId)));
}

export async function readConversation(server: Server, threadId: string): Promise<ServerConversation> {
  const [thread, state] = await callAgain(server, { thread: threadId }, (sdk) =>
    Promise.all([sdk.threads.get(threadId), sdk.threads.getState<Values>(threadId)]),
  );
  const { firstContext: _unused, ...facts } = factsIn(thread);
  return {
    ...facts,
    values: state.values ?? {},
    next: state.next,
    waiting: peopleIn(state.tasks),
    failures: state.tasks.flatMap(({ error }) => error ?? []),
    latestRunId: textOr((state.metadata as Values | null)?.["run_id"], undefined),
  };
}

/** The state as transcripts are made of it; undefined where nothing has been said. */
export function stateIn({ values }: Pick<ServerConversation, "values">): ExportableState | undefined {
  const messages = (values["messages"] ?? []) as BaseMessageLike[];
  if (messages.length === 0) return undefined;
  return { ...values, messages: messages.map(coerceMessageLikeToMessage) } as unknown as ExportableState;
}
