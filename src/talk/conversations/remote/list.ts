import type { Thread, ThreadStatus } from "@langchain/langgraph-sdk";
import type { Named } from "../../../base/is-record.js";
import { conversationFormat } from "../../../core/state/saved-conversation.js";
import { belongs, byTime, type ListPosition, pageOf, readListOptions } from "../port/list.js";
import type { ConversationStatus, ListedConversation, ListedPage, ListOptions } from "../port/port.js";
import { hasEnded, isPause, isWaiting } from "../port/status.js";
import { type Connection, sendSafely, statusIn } from "./connection.js";
import { describeThread, isMarked, nonEmpty, readState } from "./conversation.js";

/** Pages are small, because servers send the whole state of each conversation. */
const maxPageSize = 20;

function listedStatus({ status, interrupts }: Thread<Named>, { stopReason }: Named): ConversationStatus {
  if (status === "busy") return "running";
  // If a run was cancelled or failed after the decision to stop, the closing words are missing, so the conversation has
  // not ended.
  if (stopReason && status === "idle") return "ended";
  if (status === "error") return "failed";
  if (status !== "interrupted") return "stopped";
  // The thread of a cancelled run also has the status `interrupted`, although it is not waiting for anybody.
  const all = Object.values(interrupts ?? {}).flat();
  if (all.some(isWaiting)) return "waiting";
  return all.some(isPause) ? "paused" : "stopped";
}

/**
 * The server's thread status for each conversation status. Omits `stopped` and `ended`, because the threads of such
 * conversations can have different statuses, and `queued`, which no conversation on a server has.
 */
const serverStatuses: Readonly<Partial<Record<ConversationStatus, ThreadStatus>>> = {
  running: "busy",
  waiting: "interrupted",
  paused: "interrupted",
  failed: "error",
};

/** Returns the thread's entry in the list; undefined if the thread contains no conversation. */
function toListed(found: Thread<Named>): ListedConversation | undefined {
  const { thread, mode, title, origin } = describeThread(found);
  const values = found.values ?? {};
  const { topic, turn, decisions } = values;
  // Before the first step is saved, the server has only the metadata with which the thread was created.
  const isOpening = isMarked(found) && found.status === "busy" && Object.keys(values).length === 0;
  if (!isOpening && !(typeof topic === "string" && Array.isArray(decisions))) return undefined;
  // Throws if a newer version of Rostrum saved the thread, because the fields read here may have a different meaning in
  // that version.
  if (!conversationFormat.knows(values)) conversationFormat.read(values, thread);
  const reached = { topic: nonEmpty(topic) ?? "", status: listedStatus(found, values), turn: Number(turn ?? 0) };
  return { thread, mode, title, origin, ...reached, updatedAt: found.updated_at };
}

type Entry = ListedConversation & Required<Pick<ListPosition, "offset">>;

/** Reads a server's threads in small pages, and collects the conversations that belong on one page of the list. */
class ListReader {
  private readonly found = new Map<string, Entry>();

  constructor(
    private readonly connection: Connection,
    private readonly options: ReturnType<typeof readListOptions>,
  ) {}

  async read(): Promise<readonly Entry[]> {
    const { limit, after } = this.options;
    // Starts one thread before the previous page's last conversation, to check that no thread of this page comes
    // earlier.
    let offset = Math.max(0, (after?.offset ?? 0) - 1);
    const firstSize = Math.min(limit + (after ? 3 : 1), maxPageSize);
    let threads = await this.readThreads(offset, firstSize);
    // Goes back to earlier threads if some have been deleted, or if threads have the same time, because the server may
    // sort such threads differently.
    while (offset > 0 && after && !((threads[0]?.updated_at ?? "") > after.updatedAt)) {
      offset = Math.max(0, offset - maxPageSize);
      threads = await this.readThreads(offset, maxPageSize);
    }
    const start = offset;
    for (let size = firstSize; threads.length >= size && !this.isComplete(threads.at(-1)); ) {
      offset += threads.length;
      size = maxPageSize;
      threads = await this.readThreads(offset, size);
    }
    // Reads the first page again: a thread that was updated during the requests has moved there and may be missing.
    if (start === 0 && offset > 0) await this.readThreads(0, maxPageSize);
    return this.sorted;
  }

  private get sorted(): Entry[] {
    return [...this.found.values()].sort(byTime);
  }

  private isAfter({ thread_id, updated_at }: Thread<Named>): boolean {
    const { after } = this.options;
    return after === undefined || byTime({ thread: thread_id, updatedAt: updated_at }, after) > 0;
  }

  /** Whether more than `limit` conversations have been found, and all unread ones come after the first `limit`. */
  private isComplete(lastRead: Thread<Named> | undefined): boolean {
    const last = this.sorted[this.options.limit - 1];
    return this.found.size > this.options.limit && (lastRead?.updated_at ?? "") < (last?.updatedAt ?? "");
  }

  private async readThreads(offset: number, limit: number): Promise<Thread<Named>[]> {
    const status = this.options.status && serverStatuses[this.options.status];
    const threads = await sendSafely(this.connection, {}, (sdk) =>
      sdk.threads.search<Named>({
        ...{ limit, offset, sortBy: "updated_at", sortOrder: "desc" },
        ...(status && { status }),
      }),
    );
    for (const [index, thread] of threads.entries()) {
      const listed = this.isAfter(thread) ? toListed(await this.withState(thread)) : undefined;
      if (listed && belongs(listed, this.options)) this.found.set(listed.thread, { ...listed, offset: offset + index });
    }
    return threads;
  }

  /**
   * Adds the values, which the development server omits from its list until a run ends by itself. Also corrects the
   * status if a further round was withdrawn, because the thread keeps the status of that round's failed run.
   */
  private async withState(found: Thread<Named>): Promise<Thread<Named>> {
    const { values, status, thread_id: thread } = found;
    const mayHaveEnded = status === "error" && Boolean(values?.["stopReason"]);
    if (!isMarked(found) || (Object.keys(values ?? {}).length > 0 && !mayHaveEnded)) return found;
    try {
      const state = await readState(this.connection, thread);
      return { ...found, values: state.values, status: status === "error" && hasEnded(state) ? "idle" : status };
    } catch (error) {
      // The thread has been removed in the meantime.
      if (statusIn(error) === 404) return found;
      throw error;
    }
  }
}

export async function listConversations(connection: Connection, given: ListOptions): Promise<ListedPage> {
  const options = readListOptions(given);
  return pageOf(await new ListReader(connection, options).read(), options.limit);
}
