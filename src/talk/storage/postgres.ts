/** Keeps threads in PostgreSQL, together with their checkpoints. */
import { randomUUID } from "node:crypto";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import pg from "pg";
import { RostrumError } from "../../errors/rostrum-error.js";
import { attempt, guardSaver, storageFailed } from "../../errors/storage-failure.js";
import { inboxOf } from "../../graph/inbox/inbox.js";
import { withoutPassword } from "./address.js";
import { checkDatabaseVersion, databaseVersion } from "./database-version.js";
import { InboxStore } from "./inbox-store.js";
import { PostgresCheckpointer } from "./postgres-checkpointer.js";
import {
  latestFirst,
  type OpenCheckpointer,
  parseRecord,
  type ThreadRecord,
  type Threads,
  writeRecord,
} from "./threads.js";

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
  IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'rostrum_contents'::regclass AND attname = 'thread') THEN
    ALTER TABLE rostrum_contents ADD COLUMN thread TEXT;
    CREATE INDEX rostrum_contents_of_thread ON rostrum_contents (thread);
  END IF;
END $$;`;

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
