/** Keeps threads and checkpoints in PostgreSQL, with LangGraph's saver. Stores each message once. */
import { randomInt, randomUUID } from "node:crypto";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { CheckpointListOptions, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import pg from "pg";
import { RostrumError } from "../../errors/rostrum-error.js";
import { attempt, guardSaver, storageFailed } from "../../errors/storage-failure.js";
import { inboxOf } from "../../graph/inbox/inbox.js";
import { withoutPassword } from "./address.js";
import { ContentSerializer } from "./content-serializer.js";
import { checkDatabaseVersion, databaseVersion } from "./database-version.js";
import { InboxStore } from "./inbox-store.js";
import {
  latestFirst,
  type OpenCheckpointer,
  parseRecord,
  type ThreadRecord,
  type Threads,
  writeRecord,
} from "./threads.js";

/** The number of fractions from which `getNextVersion` chooses. A double represents each of them exactly. */
const fractions = 2 ** 20;

/** How many times to try each query: enough for a server to restart, or for a user's only connection to become free. */
const attempts = 6;

const maxConnections = 10;

/** PostgreSQL's error code for a lock that did not become free in time. */
const lockNotAvailable = "55P03";

/** Returns the database's name for error messages: `PostgreSQL` and the host, if known, but no user or password. */
function placeOf(address: string): string {
  const shown = withoutPassword(address);
  return URL.canParse(shown) ? `PostgreSQL ${new URL(shown).host}` : "PostgreSQL";
}

/** Creates missing tables. PostgreSQL runs all statements of one query in one transaction. */
const tables = `
CREATE TABLE IF NOT EXISTS rostrum_version (id INTEGER PRIMARY KEY DEFAULT 1 CHECK (id = 1), version INTEGER NOT NULL);
INSERT INTO rostrum_version (version) VALUES (${databaseVersion}) ON CONFLICT (id) DO UPDATE SET version = excluded.version;
CREATE TABLE IF NOT EXISTS rostrum_contents (hash TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS rostrum_threads (name TEXT PRIMARY KEY, record TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS rostrum_locks (name TEXT PRIMARY KEY, holder TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS rostrum_inbox (
  namespace TEXT, key TEXT, value TEXT NOT NULL, created TEXT NOT NULL, PRIMARY KEY (namespace, key)
);
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = 'checkpoints' AND column_name = 'rostrum_sequence') THEN
    CREATE SEQUENCE IF NOT EXISTS rostrum_sequence;
    ALTER TABLE public.checkpoints ADD COLUMN rostrum_sequence BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE public.checkpoints ALTER COLUMN rostrum_sequence SET DEFAULT nextval('rostrum_sequence');
    CREATE INDEX rostrum_checkpoint_order ON public.checkpoints (thread_id, rostrum_sequence, checkpoint_id);
  END IF;
END $$;`;

/**
 * Selects checkpoints, the last saved one first. LangGraph's ids follow the clock, which can go back. They therefore
 * decide only among rows with the sequence 0, from before the column `rostrum_sequence`, and in threads without the
 * checkpoint `$5`.
 */
const selectIds = `SELECT thread_id, checkpoint_ns, checkpoint_id FROM public.checkpoints
  WHERE ($1::text IS NULL OR thread_id = $1) AND ($2::text IS NULL OR checkpoint_ns = $2)
    AND ($3::text IS NULL OR checkpoint_id = $3) AND metadata @> $4
    AND ($5::text IS NULL OR coalesce((rostrum_sequence, checkpoint_id) < (SELECT rostrum_sequence, checkpoint_id
      FROM public.checkpoints WHERE thread_id = $1 AND checkpoint_id = $5 LIMIT 1), checkpoint_id < $5))
  ORDER BY rostrum_sequence DESC, checkpoint_id DESC LIMIT $6`;

class PostgresCheckpointer extends PostgresSaver {
  constructor(
    private readonly connections: pg.Pool,
    place: string,
  ) {
    super(connections);
    this.serde = new ContentSerializer(this.serde, {
      place,
      async keep(contents) {
        // Sorts the rows, because two statements that insert the same texts in different orders can deadlock.
        const rows = [...contents].sort(([left], [right]) => (left < right ? -1 : 1));
        await connections.query(
          "INSERT INTO rostrum_contents (hash, text) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING",
          [rows.map(([hash]) => hash), rows.map(([, text]) => text)],
        );
      },
      async find(hashes) {
        const { rows } = await connections.query<{ hash: string; text: string }>(
          "SELECT hash, text FROM rostrum_contents WHERE hash = ANY($1)",
          [hashes],
        );
        return new Map(rows.map(({ hash, text }) => [hash, text]));
      },
    });
  }

  /**
   * Returns a unique version above `current`. The saver stores one value for each version of a channel, so with whole
   * numbers two forks of one checkpoint would share versions, and the second would read the first one's value.
   */
  override getNextVersion(current: number | undefined): number {
    return Math.floor(current ?? 0) + 1 + randomInt(1, fractions) / fractions;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const { thread_id, checkpoint_ns = "", checkpoint_id } = config.configurable ?? {};
    if (checkpoint_id) return super.getTuple(config);
    const latest = this.list({ configurable: { thread_id: thread_id ?? "", checkpoint_ns } }, { limit: 1 });
    return (await latest.next()).value;
  }

  override async *list(
    { configurable = {} }: RunnableConfig,
    { limit, before, filter = {} }: CheckpointListOptions = {},
  ): AsyncGenerator<CheckpointTuple> {
    const { thread_id, checkpoint_ns, checkpoint_id } = configurable;
    const earlierThan: unknown = before?.configurable?.["checkpoint_id"];
    const values = [thread_id, checkpoint_ns, checkpoint_id || null, JSON.stringify(filter), earlierThan, limit];
    const { rows } = await this.connections.query<Record<string, string>>(selectIds, values);
    for (const row of rows) {
      const tuple = await super.getTuple({ configurable: row });
      if (tuple) yield tuple;
    }
  }

  async close(): Promise<void> {
    await this.connections.end();
  }
}

/** Creates a pool. Without the error listeners, a broken connection would end the process. */
function connect(
  address: string,
  { onConnect, ...options }: Pick<pg.PoolConfig, "max" | "idleTimeoutMillis" | "onConnect">,
) {
  const pool = new pg.Pool({
    connectionString: address,
    ...options,
    onConnect(client) {
      client.on("error", () => {});
      return onConnect?.(client);
    },
  });
  pool.on("error", () => {});
  return pool;
}

/** Throws `unreadable-save` for tables of a newer version of Rostrum. Development versions saved no version. */
async function checkTables(pool: pg.Pool, address: string): Promise<void> {
  const { rows } = await pool.query<{ versioned: boolean }>(
    "SELECT to_regclass('rostrum_version') IS NOT NULL AS versioned",
  );
  if (!rows[0]?.versioned) return;
  const saved = await pool.query<{ version: number }>("SELECT version FROM rostrum_version");
  checkDatabaseVersion(saved.rows[0]?.version, placeOf(address));
}

/** Creates missing tables. Returns the user's maximum number of concurrent connections; negative if there is none. */
async function createTables(address: string): Promise<number> {
  // Takes a lock until the pool ends, because one of two processes that create a table at once would fail.
  const pool = connect(address, { max: 1 });
  try {
    await pool.query("SELECT pg_advisory_lock(hashtext('rostrum setup'))").catch((error) => {
      throw storageFailed(error, placeOf(address), "unreachable");
    });
    await checkTables(pool, address);
    await new PostgresSaver(pool).setup();
    await pool.query(tables);
    const { rows } = await pool.query<{ limit: number }>(
      'SELECT rolconnlimit AS "limit" FROM pg_roles WHERE rolname = user',
    );
    return rows[0]?.limit ?? -1;
  } catch (error) {
    throw storageFailed(error, placeOf(address), "tables");
  } finally {
    await pool.end();
  }
}

/** Connects, and creates missing tables. Throws `storage-failed` if the server is unreachable or refuses the tables. */
export async function openPostgres(address: string): Promise<OpenCheckpointer> {
  const limit = await createTables(address);
  const pool = connect(address, { max: limit > 0 ? Math.min(limit, maxConnections) : maxConnections });
  return guardSaver(new PostgresCheckpointer(pool, placeOf(address)), placeOf(address), attempts);
}

/** Selects records, and whether their threads are locked. The mask makes signed hashes unsigned, as in `pg_locks`. */
const selectRecords = `SELECT name, record, EXISTS (
  SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint = hashtext('rostrum')::bigint & 4294967295 AND objid::bigint = hashtext(name)::bigint & 4294967295
) AS locked FROM rostrum_threads WHERE $1::text IS NULL OR name = $1`;

const lockThread = `WITH lock AS MATERIALIZED (SELECT pg_try_advisory_lock(hashtext('rostrum'), hashtext($1)) AS is_taken)
  INSERT INTO rostrum_locks (name, holder) SELECT $1, $2 FROM lock WHERE is_taken
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder RETURNING name`;

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

  async list(): Promise<ThreadRecord[]> {
    return (await this.read(null)).sort(latestFirst);
  }

  async find(name: string): Promise<ThreadRecord | undefined> {
    return (await this.read(name))[0];
  }

  async save(record: ThreadRecord): Promise<void> {
    await this.query(
      "INSERT INTO rostrum_threads (name, record) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET record = excluded.record",
      ...[record.name, writeRecord(record)],
    );
  }

  async remove(name: string): Promise<void> {
    await this.checkpointer.deleteThread(name);
    await this.query("DELETE FROM rostrum_inbox WHERE namespace = $1", JSON.stringify(inboxOf(name)));
    await this.query("DELETE FROM rostrum_threads WHERE name = $1", name);
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
    if (this.taken.delete(name)) await this.query("SELECT pg_advisory_unlock(hashtext('rostrum'), hashtext($1))", name);
  }

  close(): Promise<void> {
    return this.checkpointer.close();
  }

  private async read(name: string | null): Promise<ThreadRecord[]> {
    const rows = await this.query<{ name: string; record: string; locked: boolean }>(selectRecords, name);
    return rows.map((row) => parseRecord(row.record, row.name, () => row.locked));
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

  private query<Row extends pg.QueryResultRow>(sql: string, ...values: readonly (string | null)[]): Promise<Row[]> {
    return attempt(async () => (await this.pool.query<Row>(sql, [...values])).rows, this.place, attempts);
  }
}
