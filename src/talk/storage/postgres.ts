/** Keeps threads in PostgreSQL, together with their checkpoints. */
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { wordsOf } from "../../core/text/search.js";
import { RostrumError } from "../../errors/rostrum-error.js";
import { attempt, guardSaver } from "../../errors/storage-failure.js";
import { inboxOf } from "../../graph/inbox/inbox.js";
import { InboxStore } from "./inbox-store.js";
import { PostgresCheckpointer } from "./postgres-checkpointer.js";
import { connect, createTables, placeOf } from "./postgres-tables.js";
import { columnsOf } from "./thread-columns.js";
import {
  type OpenCheckpointer,
  parseRecord,
  type ThreadQuery,
  type ThreadRecord,
  type Threads,
  writeRecord,
} from "./threads.js";

/**
 * The number of attempts for each query: enough for a server to restart, or for a user's only connection to become
 * free.
 */
const attempts = 6;

const maxConnections = 10;

type QueryValue = string | number | boolean | null | readonly string[];

/** PostgreSQL's error code for a lock that did not become free in time. */
const lockNotAvailable = "55P03";

/** Connects, and creates missing tables. Throws `storage-failed` if the server is unreachable or refuses the tables. */
export async function openPostgres(address: string): Promise<OpenCheckpointer> {
  const limit = await createTables(address);
  const pool = connect(address, { max: limit > 0 ? Math.min(limit, maxConnections) : maxConnections });
  return guardSaver(new PostgresCheckpointer(pool, placeOf(address)), placeOf(address), attempts);
}

const saveRecord = `INSERT INTO rostrum_threads (name, record, state, updated, search, owned_by)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (name) DO UPDATE SET record = excluded.record, state = excluded.state,
    updated = excluded.updated, search = excluded.search, owned_by = excluded.owned_by`;

/** The hashes of the locked threads. The mask makes signed hashes unsigned, as in `pg_locks`. */
const withLocked = `WITH locked AS MATERIALIZED (
  SELECT objid::bigint AS hash FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint = hashtext('rostrum')::bigint & 4294967295
)`;

const isLocked = "hashtext(name)::bigint & 4294967295 IN (SELECT hash FROM locked)";

const selectRecord = `${withLocked} SELECT record, ${isLocked} AS locked FROM rostrum_threads WHERE name = $1`;

/** Sorts by the bytes of the texts, as SQLite does. */
const selectRecords = `${withLocked}
  SELECT name, record, ${isLocked} AS locked FROM rostrum_threads
  WHERE ($1::text IS NULL OR (updated, name COLLATE "C") < ($1, $2))
    AND search LIKE ALL ($3::text[])
    AND ($4::text[] IS NULL OR
      CASE WHEN state IN ('queued', 'running') AND NOT ${isLocked} THEN 'cut-off' ELSE state END = ANY ($4))
    AND ($5::text IS NULL OR owned_by = $5) AND (NOT $6::boolean OR owned_by IS NULL)
  ORDER BY updated DESC, name COLLATE "C" DESC LIMIT $7`;

/** Returns the pattern of texts that contain the word. */
const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, "\\$&")}%`;

const lockThread = `WITH lock AS MATERIALIZED (SELECT pg_try_advisory_lock(hashtext('rostrum'), hashtext($1)) AS is_taken)
  INSERT INTO rostrum_locks (name, holder) SELECT $1, $2 FROM lock WHERE is_taken
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder RETURNING name`;

const unlockThread = `WITH lock AS (DELETE FROM rostrum_locks WHERE name = $1 AND holder = $2)
  SELECT pg_advisory_unlock(hashtext('rostrum'), hashtext($1))`;

/**
 * PostgreSQL unlocks a thread when the connection that locked it ends. All queries therefore share one connection,
 * which holds the locks. A connection that replaces it takes the locks again before it writes.
 */
export class PostgresThreads implements Threads {
  readonly checkpointer: OpenCheckpointer;
  readonly inbox: InboxStore;
  private readonly pool: pg.Pool;
  private readonly place: string;
  private readonly taken = new Set<string>();
  private readonly taking = new Set<string>();
  private readonly holder = randomUUID();

  private constructor(address: string) {
    this.place = placeOf(address);
    this.pool = connect(address, { max: 1, idleTimeoutMillis: 0, onConnect: (client) => this.takeAgain(client) });
    this.checkpointer = guardSaver(new PostgresCheckpointer(this.pool, this.place), this.place, attempts);
    this.inbox = new InboxStore(
      {
        read: (namespace) =>
          this.query("SELECT key, value, created FROM rostrum_inbox WHERE namespace = $1 ORDER BY key", namespace),
        write: (...row) =>
          this.query(
            `INSERT INTO rostrum_inbox VALUES ($1, $2, $3, $4)
            ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value, created = excluded.created`,
            ...row,
          ),
        erase: (...place) => this.query("DELETE FROM rostrum_inbox WHERE namespace = $1 AND key = $2", ...place),
      },
      this.place,
    );
  }

  static async open(address: string): Promise<PostgresThreads> {
    await createTables(address);
    return new PostgresThreads(address);
  }

  async list({ limit, after, search = "", states, owner }: ThreadQuery = {}): Promise<ThreadRecord[]> {
    const rows = await this.query<{ name: string; record: string; locked: boolean }>(
      selectRecords,
      ...[after?.updatedAt ?? null, after?.name ?? null, wordsOf(search).map(patternOf), states ?? null, owner ?? null],
      ...[owner === null, Number.isFinite(limit) ? Number(limit) : null],
    );
    return rows.map(({ name, record, locked }) => parseRecord(record, name, () => locked));
  }

  async find(name: string): Promise<ThreadRecord | undefined> {
    const [row] = await this.query<{ record: string; locked: boolean }>(selectRecord, name);
    return row && parseRecord(row.record, name, () => row.locked);
  }

  async save(record: ThreadRecord): Promise<void> {
    const { state, updated, search, owner } = columnsOf(record);
    await this.query(saveRecord, record.name, writeRecord(record), state, updated, search, owner);
  }

  async remove(name: string): Promise<void> {
    await this.erase(name);
    await this.query("DELETE FROM rostrum_threads WHERE name = $1", name);
    // Until the record was gone, other processes could still write to the thread.
    await this.erase(name);
  }

  private async erase(name: string): Promise<void> {
    await this.checkpointer.deleteThread(name);
    await this.query("DELETE FROM rostrum_inbox WHERE namespace = $1", JSON.stringify(inboxOf(name)));
  }

  async take(name: string): Promise<void> {
    // Checks here, because PostgreSQL lets a connection take the same lock again.
    if (this.taken.has(name) || this.taking.has(name)) throw new RostrumError("thread-in-use", { thread: name });
    this.taking.add(name);
    const locking = this.query(lockThread, name, this.holder);
    const rows = await locking.finally(() => this.taking.delete(name));
    if (rows.length === 0) throw new RostrumError("thread-in-use", { thread: name });
    this.taken.add(name);
  }

  async release(name: string): Promise<void> {
    if (this.taken.delete(name)) await this.query(unlockThread, name, this.holder);
  }

  close(): Promise<void> {
    return this.checkpointer.close();
  }

  /** Takes the locks for a new connection. Throws if another process has locked one of the threads in the meantime. */
  private async takeAgain(client: pg.ClientBase): Promise<void> {
    const takenOver = new RostrumError("storage-failed", { place: this.place, fault: "taken-over" });
    // Waits briefly, because PostgreSQL may not have ended the previous connection yet.
    await client.query("SET lock_timeout = '500ms'");
    for (const name of this.taken) {
      await client.query("SELECT pg_advisory_lock(hashtext('rostrum'), hashtext($1))", [name]).catch((error) => {
        throw error.code === lockNotAvailable ? takenOver : error;
      });
      const sql = "SELECT FROM rostrum_locks WHERE name = $1 AND holder = $2";
      if ((await client.query(sql, [name, this.holder])).rowCount === 0) throw takenOver;
    }
    await client.query("RESET lock_timeout");
  }

  private query<Row extends pg.QueryResultRow>(sql: string, ...values: readonly QueryValue[]): Promise<Row[]> {
    return attempt(async () => (await this.pool.query<Row>(sql, [...values])).rows, this.place, attempts);
  }
}
