/** The conversations that a server has. */
import type { Thread } from "@langchain/langgraph-sdk";
import { modeNames } from "../modes/mode-names.js";
import type { YourTurn } from "../state/your-turn.js";
import type { ThreadState } from "../storage/threads.js";
import { callAgain, type Server } from "./server.js";

/** A conversation as a list shows it. */
export interface ListedConversation {
  readonly threadId: string;
  readonly mode: string;
  readonly title: string | undefined;
  readonly topic: string;
  /** `waiting`: for a person. `stopped`: broken off; it can be gone on with. */
  readonly state: Exclude<ThreadState, "cut-off">;
  /** Turns so far. */
  readonly turn: number;
  /** In ISO 8601. */
  readonly updatedAt: string;
}

export interface ListOptions {
  /** The most conversations that are wanted. Default: 50. */
  readonly limit?: number;
}

/** Servers answer in pages, and send whole conversations. */
const largestPage = 20;

type Values = Readonly<Record<string, unknown>>;

function stateOf({ status, interrupts }: Thread<Values>, { stopReason }: Values): ListedConversation["state"] {
  if (status === "busy") return "running";
  if (stopReason) return "ended";
  // A run that was cancelled leaves its thread interrupted as well, but waits for nobody.
  const turns = Object.values(interrupts ?? {}).flat() as readonly { readonly value?: Partial<YourTurn> }[];
  return turns.some(({ value }) => value?.kind === "your-turn") ? "waiting" : "stopped";
}

/** Undefined for a thread that nothing was ever run in, or that belongs to another kind of graph. */
function listed(thread: Thread<Values>): ListedConversation | undefined {
  const { graph_id: mode, title } = (thread.metadata ?? {}) as Values;
  const values = thread.values ?? {};
  const { topic, turn, decisions } = values;
  // Of one that is only just beginning the server knows no more than its mode.
  const isOfMode = modeNames.some((name) => name === mode);
  const isBeginning = isOfMode && thread.status === "busy" && Object.keys(values).length === 0;
  const isOurs = isBeginning || (typeof topic === "string" && Array.isArray(decisions));
  if (typeof mode !== "string" || !isOurs) return undefined;
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

/** The latest first. */
export async function listOnServer(server: Server, { limit = 50 }: ListOptions): Promise<ListedConversation[]> {
  const found = new Map<string, ListedConversation>();
  const first = Math.min(Math.max(limit, 1), largestPage);
  const read = async (offset: number, pageSize: number) => {
    const page = await callAgain(server, {}, (sdk) =>
      sdk.threads.search<Values>({ limit: pageSize, offset, sortBy: "updated_at", sortOrder: "desc" }),
    );
    for (const thread of page) {
      const conversation = listed(thread);
      if (conversation) found.set(conversation.threadId, conversation);
    }
    return page.length;
  };
  let offset = await read(0, first);
  // Other graphs' threads count for a page, but not for the list.
  for (let size = first, length = offset; length === size && found.size < limit; offset += length) {
    size = largestPage;
    length = await read(offset, size);
  }
  // What made a step meanwhile has moved to the front, and others into the next page: those have been read twice, that perhaps not at all.
  if (offset > first) await read(0, largestPage);
  const latestFirst = [...found.values()].sort((left, right) => (left.updatedAt < right.updatedAt ? 1 : -1));
  return latestFirst.slice(0, limit);
}
