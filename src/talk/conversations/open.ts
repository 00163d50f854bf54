import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { invalidField } from "../../errors/rostrum-error.js";
import { isPostgres } from "../storage/address.js";
import { openThreads } from "../storage/open.js";
import { LocalConversations } from "./local/local-conversations.js";
import type { LocalOptions } from "./local/options.js";
import type * as port from "./port/port.js";
import type { Worker, WorkerOptions } from "./queue/worker.js";

/** Options of the queue from which workers take conversations; see `startWorker`. */
export interface QueueOptions {
  /**
   * The database's address for notifications. Set this if the main address leads to a connection pooler that does not
   * pass on notifications. Default: the main address.
   */
  readonly listenAt?: string;
}

export interface ConversationsOptions extends LocalOptions {
  /**
   * Whether workers run the conversations; see `startWorker`. Needs PostgreSQL. `start` then resolves as soon as the
   * conversation is queued. Default: this process runs them.
   */
  readonly queue?: boolean | QueueOptions;
}

function requireDatabase(address: string): void {
  if (!isPostgres(address)) throw invalidField("address", "expected", { expected: "database-address" });
}

/**
 * @internal Like `openConversations`.
 *
 * @param inboxOf - Wraps the store from which runs in this process read their inboxes.
 */
export async function openWith(
  address: string,
  { queue = false, ...options }: ConversationsOptions,
  inboxOf = (inbox: BaseStore): BaseStore => inbox,
): Promise<LocalConversations> {
  if (queue === false) {
    const threads = await openThreads(address);
    return new LocalConversations(threads, options, { inbox: inboxOf(threads.inbox) });
  }
  requireDatabase(address);
  const { QueuedConversations } = await import("./queue/queued-conversations.js");
  return QueuedConversations.open(address, queue === true ? {} : queue, options);
}

/**
 * Opens a database of conversations, which run in this process or, with `queue`, in workers.
 *
 * @param address - A file, `postgres://…`, or `memory`, as for `openCheckpointer`.
 * @param options - Options of the modes, such as `model`, and options of this process, such as the caller's own graphs.
 * With `queue`, runs use the workers' options.
 * @throws `invalid-input` if the address or an option is invalid; `storage-failed` if the file or database cannot be
 * used; `unreadable-save` if a newer version of Rostrum or pg-boss created the tables; `missing-package` if the
 * packages for PostgreSQL or the queue are not installed.
 *
 * @example
 * ```ts
 * const conversations = await openConversations("talks.db");
 * const { thread } = await conversations.start("bidding", { input: { topic: "Should the ferry be free?" } });
 * for await (const event of conversations.follow(thread)) {
 *   if (event.type === "speech-end" && event.sequence !== undefined) console.log(`${event.speaker}: ${event.text}`);
 *   if (event.type === "status" && event.status === "ended") break;
 * }
 * await conversations.close();
 * ```
 */
export async function openConversations(
  address: string,
  options: ConversationsOptions = {},
): Promise<port.SharedConversations> {
  return openWith(address, options);
}

/**
 * Starts a worker, which runs conversations that programs start and continue with `openConversations(address, { queue:
 * true })`. Any number of workers, on any machines, can share a database. If a worker dies, other workers with free
 * capacity continue its conversations from the last saved step, usually within 15 seconds.
 *
 * @param address - `postgres://…`
 * @param options - Options of the modes, such as `model` and `models`, and options of this worker.
 * @throws `invalid-input` if the address or an option is invalid; `storage-failed` if the database cannot be used;
 * `unreadable-save` if a newer version of Rostrum or pg-boss created the tables; `missing-package` if the packages for
 * PostgreSQL or the queue are not installed.
 *
 * @example
 * ```ts
 * const worker = await startWorker("postgres://localhost/talks", { concurrency: 50 });
 * process.once("SIGTERM", () => worker.stop());
 * ```
 */
export async function startWorker(address: string, options: WorkerOptions = {}): Promise<Worker> {
  requireDatabase(address);
  const { openWorker } = await import("./queue/worker.js");
  return openWorker(address, options);
}

/** @internal Lists the workers. Also returns the database's current time, to compare with the workers' times. */
export async function listWorkers(address: string) {
  requireDatabase(address);
  const { listWorkersOf } = await import("./queue/list-workers.js");
  return listWorkersOf(address);
}
