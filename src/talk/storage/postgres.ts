import type pg from "pg";
import { wordsOf } from "../../core/text/search.js";
import { attempt, guardSaver } from "../../errors/storage-failure.js";
import { inboxOf } from "../../graph/inbox/inbox.js";
import { InboxStore } from "./inbox-store.js";
import { PostgresCheckpointer } from "./postgres-checkpointer.js";
import { PostgresFence, type QueryValue } from "./postgres-fence.js";
import { PostgresLocks, selectLocked, selectToken } from "./postgres-locks.js";
import {
  connect,
  createTables,
  loadPostgresPackages,
  type PostgresPackages,
  placeOf,
  whileSettingUp,
} from "./postgres-tables.js";
import { columnsOf } from "./thread-columns.js";
import {
  isPending,
  type OpenCheckpointer,
  parseRecord,
  type ThreadQuery,
  type ThreadRecord,
  type Threads,
  writeRecord,
} from "./threads.js";

/** Leaves time for a server to restart. */
const attempts = 6;

const maxConnections = 10;

/** The time limits for a query and for a heartbeat, in milliseconds. */
const answerMs = 30_000;
const signAnswerMs = 2000;

const connectWithin = (pg: PostgresPackages["pg"], address: string, limit: number, limitMs = answerMs) =>
  connect(pg, address, { max: limit > 0 ? Math.min(limit, maxConnections) : maxConnections, answerMs: limitMs });

/**
 * @throws `storage-failed` if the server is unreachable or the tables cannot be created; `unreadable-save` if a newer
 * version of Rostrum created the tables; `missing-package` if a package is not installed.
 */
export async function openPostgres(address: string): Promise<OpenCheckpointer> {
  const packages = await loadPostgresPackages();
  const pool = connectWithin(packages.pg, address, await createTables(packages, address));
  const place = placeOf(address);
  const fence = new PostgresFence(pool, place, attempts);
  return guardSaver(new PostgresCheckpointer(packages, pool, place, fence), place, attempts);
}

const saveRecord = `saved AS (
    INSERT INTO rostrum_threads (name, record, state, updated, search, owned_by, pending)
    SELECT $1, $3, $4, $5, $6, $7, $8 FROM fence
    ON CONFLICT (name) DO UPDATE SET record = excluded.record, state = excluded.state, updated = excluded.updated,
      search = excluded.search, owned_by = excluded.owned_by, pending = excluded.pending
  )`;

const deleteRecord = `deleted AS (DELETE FROM rostrum_threads WHERE name = $1 AND EXISTS (SELECT FROM fence)),
  requests AS (DELETE FROM rostrum_requests WHERE thread = $1 AND EXISTS (SELECT FROM fence))`;
/** The schema that contains pg-boss's tables. It exists only if the database has had a queue. */
export const queueSchema = "rostrum_queue";
const deleteJobs = `jobs AS (
  DELETE FROM ${queueSchema}.job WHERE data ->> 'thread' = $1 AND EXISTS (SELECT FROM fence))`;
const findQueue = `SELECT to_regclass('${queueSchema}.job') IS NOT NULL AS found`;
const deleteInbox = "inbox AS (DELETE FROM rostrum_inbox WHERE namespace = $3 AND EXISTS (SELECT FROM fence))";

const withLocked = `WITH locked AS MATERIALIZED (${selectLocked})`;

const isLocked = "name IN (SELECT name FROM locked)";

const selectRecord = `${withLocked} SELECT record, ${isLocked} AS locked FROM rostrum_threads WHERE name = $1`;

/** Sorts times and names by their bytes, like SQLite. */
const selectRecords = `${withLocked}
  SELECT name, record, ${isLocked} AS locked FROM rostrum_threads
  WHERE ($1::text IS NULL OR (updated, name COLLATE "C") < ($1, $2))
    AND search LIKE ALL ($3::text[])
    AND ($4::text[] IS NULL OR
      CASE WHEN state IN ('queued', 'running') AND NOT pending AND NOT ${isLocked} THEN 'cut-off' ELSE state END = ANY ($4))
    AND ($5::text IS NULL OR owned_by = $5) AND (NOT $6::boolean OR owned_by IS NULL)
  ORDER BY updated DESC, name COLLATE "C" DESC LIMIT $7`;

function valuesOf(record: ThreadRecord): readonly QueryValue[] {
  const { state, updated, search, owner } = columnsOf(record);
  return [writeRecord(record), state, updated, search, owner, isPending(record)];
}

const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * While this process holds a thread's lock, changes to the thread's record and checkpoints check that no other process
 * has taken over the lock.
 */
export class PostgresThreads implements Threads {
  readonly checkpointer: OpenCheckpointer;
  readonly inbox: InboxStore;
  readonly place: string;
  private readonly locks: PostgresLocks;
  private readonly fence: PostgresFence;

  /** @param signs - The pool for the heartbeats of locks. It can be the same as `pool`. */
  private constructor(
    private readonly packages: PostgresPackages,
    private readonly address: string,
    readonly pool: pg.Pool,
    private readonly signs: pg.Pool,
  ) {
    const place = placeOf(address);
    this.place = place;
    this.locks = new PostgresLocks(
      (...given) => this.query(...given),
      // If the pool for heartbeats fails, for example because the server has no connection left, uses the other pool.
      (sql, ...values) =>
        this.signs
          .query(sql, [...values])
          .catch(() => this.pool.query(sql, [...values]))
          .then(({ rows }) => rows),
    );
    this.fence = new PostgresFence(pool, place, attempts, (thread) => this.locks.tokenOf(thread));
    this.checkpointer = guardSaver(new PostgresCheckpointer(packages, pool, place, this.fence), place, attempts);
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
      place,
    );
  }

  /** @param limitMs - The maximum time to wait for the answer to a query, in milliseconds. Default: 30,000. */
  static async open(address: string, limitMs = answerMs): Promise<PostgresThreads> {
    const packages = await loadPostgresPackages();
    const limit = await createTables(packages, address);
    // With a single connection, the heartbeats wait for other queries.
    const signs = limit === 1 ? undefined : connect(packages.pg, address, { max: 1, answerMs: signAnswerMs });
    const pool = connectWithin(packages.pg, address, signs ? limit - 1 : limit, limitMs);
    return new PostgresThreads(packages, address, pool, signs ?? pool);
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
    await this.change(record.name, saveRecord, ...valuesOf(record));
  }

  /**
   * Saves a record in a transaction with other changes, which `also` makes on the same connection. The changes must be
   * harmless to repeat.
   */
  async saveWith(record: ThreadRecord, also: (connection: pg.ClientBase) => Promise<void>): Promise<void> {
    await this.fence.changeWith(record.name, saveRecord, valuesOf(record), also);
  }

  /** Calls `act`, which creates or updates tables. During the call, no other process creates or updates tables. */
  async settingUp(act: () => Promise<unknown>): Promise<void> {
    // A user with a single connection cannot set up tables in two processes at once.
    if (this.signs === this.pool) await act();
    else await whileSettingUp(this.packages, this.address, act);
  }

  async lockElsewhere(name: string): Promise<string | undefined> {
    if (this.locks.tokenOf(name) !== undefined) return undefined;
    const [lock] = await this.query<{ token: string }>(selectToken, name);
    return lock?.token;
  }

  async remove(name: string): Promise<void> {
    await this.erase(name);
    const [queue] = await this.query<{ found: boolean }>(findQueue);
    await this.change(name, queue?.found ? `${deleteRecord}, ${deleteJobs}` : deleteRecord);
    // Erases again, because other processes could still write to the inbox until the record was gone.
    await this.erase(name);
  }

  private async erase(name: string): Promise<void> {
    await this.checkpointer.deleteThread(name);
    await this.change(name, deleteInbox, JSON.stringify(inboxOf(name)));
  }

  take(name: string): Promise<void> {
    return this.locks.take(name);
  }

  release(name: string): Promise<void> {
    return this.locks.release(name);
  }

  async close(): Promise<void> {
    await this.locks.close();
    if (this.signs !== this.pool) await this.signs.end();
    await this.checkpointer.close();
  }

  private async change(thread: string, changes: string, ...values: readonly QueryValue[]): Promise<void> {
    await this.fence.change(thread, changes, values);
  }

  query<Row extends pg.QueryResultRow>(sql: string, ...values: readonly QueryValue[]): Promise<Row[]> {
    return attempt(async () => (await this.pool.query<Row>(sql, [...values])).rows, this.place, attempts);
  }
}
