/** Lists the conversations on a server. */
import type { Thread } from "@langchain/langgraph-sdk";
import type { Named } from "../is-record.js";
import { defaultLanguage, locales } from "../locales/registry.js";
import type { YourTurn } from "../state/your-turn.js";
import type { ThreadState } from "../storage/threads.js";
import { type Connection, sendSafely } from "./connection.js";

/** A conversation as a list shows it. */
export interface ListedConversation {
  readonly threadId: string;
  readonly mode: string;
  readonly title: string | undefined;
  readonly topic: string;
  /** `waiting`: for a person's turn. `stopped`: cancelled or failed; `resume` continues it. */
  readonly state: Exclude<ThreadState, "cut-off">;
  /** The number of turns so far. */
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
  const values = thread.values ?? {};
  const { topic, turn, decisions } = values;
  // Before the first step is saved, the server knows only the mode.
  const isOpening =
    typeof mode === "string" &&
    Object.hasOwn(locales[defaultLanguage].modes, mode) &&
    thread.status === "busy" &&
    Object.keys(values).length === 0;
  const isConversation = isOpening || (typeof topic === "string" && Array.isArray(decisions));
  if (typeof mode !== "string" || !isConversation) return undefined;
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
