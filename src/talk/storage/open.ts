/** Opens the place that holds conversations, by its address. */

import { loadOptional } from "../../errors/optional-peer.js";
import { invalidField } from "../../errors/rostrum-error.js";
import { isPostgres, isStorageAddress } from "./address.js";
import type { OpenCheckpointer, Threads } from "./threads.js";

/** Throws `invalid-input` for an address that is none, and tells PostgreSQL's from files. */
function isDatabase(address: string): boolean {
  if (isStorageAddress(address)) return isPostgres(address);
  throw invalidField("address", "expected", { expected: "storage-address" });
}

const pathOf = (address: string) => (address === "memory" ? ":memory:" : address);

const loadPostgres = () =>
  loadOptional("PostgreSQL", "pg @langchain/langgraph-checkpoint-postgres", () => import("./postgres.js"));

/**
 * Opens a checkpointer that stores each message once and keeps forks exact. Any other LangGraph checkpointer will do as well.
 *
 * @param address - A file, created with its folders if it is missing; `postgres://…` for a database, in which missing tables are
 * created; or `memory`, which lasts as long as the checkpointer.
 * @throws `invalid-input` for another address; `storage-failed` when the file or database cannot be used, with what to do about
 * it; `missing-package` when the packages for PostgreSQL are not installed. A file of another program, or of a newer version of
 * Rostrum, is never changed.
 *
 * @example
 * ```ts
 * const checkpointer = await openCheckpointer("talks.db");
 * const graph = createBidding().compile({ checkpointer });
 * ```
 */
export async function openCheckpointer(address: string): Promise<OpenCheckpointer> {
  if (isDatabase(address)) return (await loadPostgres()).openPostgres(address);
  // Node 22 warns whoever loads its SQLite.
  const { SqliteCheckpointer } = await import("./sqlite-checkpointer.js");
  return new SqliteCheckpointer(pathOf(address));
}

/** Opens the named threads of a file or a database; addresses and errors as for `openCheckpointer`. */
export async function openThreads(address: string): Promise<Threads> {
  if (isDatabase(address)) return (await loadPostgres()).PostgresThreads.open(address);
  const { SqliteThreads } = await import("./sqlite-threads.js");
  return new SqliteThreads(pathOf(address));
}
