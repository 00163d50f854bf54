import { invalidField } from "../../errors/rostrum-error.js";
import { isPostgres, isStorageAddress } from "./address.js";
import type { OpenCheckpointer, Threads } from "./threads.js";

/** @throws `invalid-input` for an invalid address. */
function isDatabase(address: string): boolean {
  if (isStorageAddress(address)) return isPostgres(address);
  throw invalidField("address", "expected", { expected: "storage-address" });
}

const openFile = async (address: string) =>
  (await import("./sqlite-file.js")).SqliteFile.open(address === "memory" ? ":memory:" : address);

/**
 * Opens a checkpointer that stores each message at most twice and keeps forks exact. Never changes a file that belongs
 * to another program or to a newer version of Rostrum. Other LangGraph checkpointers also work.
 *
 * @param address - A file, which is created with its folders if it is missing; `postgres://…` for a database, in which
 * missing tables are created; or `memory`, which lasts as long as the checkpointer.
 * @throws `invalid-input` for any other address; `storage-failed` if the file or database cannot be used;
 * `unreadable-save` if a newer version of Rostrum created the tables; `missing-package` if the packages for PostgreSQL
 * are not installed.
 *
 * @example
 * ```ts
 * const checkpointer = await openCheckpointer("talks.db");
 * const graph = createBidding().compile({ checkpointer });
 * ```
 */
export async function openCheckpointer(address: string): Promise<OpenCheckpointer> {
  if (isDatabase(address)) return (await import("./postgres.js")).openPostgres(address);
  // Imports SQLite only when it is needed, because Node.js 22 prints a warning when SQLite is loaded.
  const { SqliteCheckpointer } = await import("./sqlite-checkpointer.js");
  return new SqliteCheckpointer(await openFile(address));
}

/** Accepts the same addresses and throws the same errors as `openCheckpointer`. */
export async function openThreads(address: string): Promise<Threads> {
  if (isDatabase(address)) return (await import("./postgres.js")).PostgresThreads.open(address);
  const { SqliteThreads } = await import("./sqlite-threads.js");
  return new SqliteThreads(await openFile(address));
}
