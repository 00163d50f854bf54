import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { importError } from "../../errors/optional-peer.js";
import { storageFailed } from "../../errors/storage-failure.js";
import { withoutPassword } from "./address.js";
import { checkDatabaseVersion, databaseVersion } from "./database-version.js";
import { columnsOfSaved } from "./thread-columns.js";

export type PostgresPackages = Awaited<ReturnType<typeof loadPostgresPackages>>;

/** @throws `missing-package`. */
export async function loadPostgresPackages() {
  try {
    const { default: pg } = await import("pg");
    const { PostgresSaver } = await import("@langchain/langgraph-checkpoint-postgres");
    return { pg, PostgresSaver };
  } catch (cause) {
    throw importError(cause, "PostgreSQL", "pg @langchain/langgraph-checkpoint-postgres");
  }
}

/** Contains neither the user nor the password. */
export function placeOf(address: string): string {
  const shown = withoutPassword(address);
  return URL.canParse(shown) ? `PostgreSQL ${new URL(shown).host}` : "PostgreSQL";
}

/**
 * Creates missing tables, columns and indexes. Does not alter complete tables, because even a statement that changes
 * nothing would wait for all readers of the table, such as a backup, and all saves would wait for the statement.
 */
const tables = `
CREATE TABLE IF NOT EXISTS rostrum_version (id INTEGER PRIMARY KEY DEFAULT 1 CHECK (id = 1), version INTEGER NOT NULL);
INSERT INTO rostrum_version (version) VALUES (${databaseVersion}) ON CONFLICT (id) DO UPDATE SET version = excluded.version;
CREATE TABLE IF NOT EXISTS rostrum_contents (hash TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS rostrum_threads (name TEXT PRIMARY KEY, record TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS rostrum_locks (name TEXT PRIMARY KEY, holder TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS rostrum_processes (id TEXT PRIMARY KEY, alive_until TIMESTAMPTZ NOT NULL);
CREATE TABLE IF NOT EXISTS rostrum_inbox (
  namespace TEXT, key TEXT, value TEXT NOT NULL, created TEXT NOT NULL, PRIMARY KEY (namespace, key)
);
CREATE TABLE IF NOT EXISTS rostrum_requests (
  id TEXT PRIMARY KEY, thread TEXT NOT NULL, request TEXT NOT NULL, answer TEXT,
  created TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
);
DO $$ BEGIN
  IF to_regclass('public.rostrum_checkpoint_steps') IS NULL THEN
    CREATE INDEX rostrum_checkpoint_steps ON public.checkpoints (thread_id, (metadata -> 'step'));
  END IF;
  IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'rostrum_locks'::regclass AND attname = 'token') THEN
    ALTER TABLE rostrum_locks ADD COLUMN token BIGINT NOT NULL DEFAULT 0;
  END IF;
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
  IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'rostrum_threads'::regclass AND attname = 'updated') THEN
    ALTER TABLE rostrum_threads ADD COLUMN state TEXT NOT NULL DEFAULT '',
      ADD COLUMN updated TEXT COLLATE "C" NOT NULL DEFAULT '', ADD COLUMN search TEXT NOT NULL DEFAULT '',
      ADD COLUMN owned_by TEXT;
    CREATE INDEX rostrum_threads_by_time ON rostrum_threads (updated, name COLLATE "C");
    CREATE INDEX rostrum_threads_of_owner ON rostrum_threads (owned_by, updated, name COLLATE "C")
      WHERE owned_by IS NOT NULL;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'rostrum_threads'::regclass AND attname = 'pending') THEN
    ALTER TABLE rostrum_threads ADD COLUMN pending BOOLEAN NOT NULL DEFAULT false;
  END IF;
END $$;`;

const connectMs = 10_000;

/** The pool's own limit would also count the time spent waiting for a connection that other queries are using. */
const limitedClient = (pg: PostgresPackages["pg"]) =>
  class extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionTimeoutMillis: connectMs });
    }
  };

interface PoolLimits {
  readonly max: number;
  /**
   * The maximum time to wait for the answer to a query, in milliseconds. Without a limit, a query would wait forever if
   * a machine or a firewall dropped its connection without closing it. Default: no limit.
   */
  readonly answerMs?: number;
}

export function connect(pg: PostgresPackages["pg"], address: string, { max, answerMs = 0 }: PoolLimits): pg.Pool {
  // Without the error listeners, a broken connection would end the process.
  const onConnect = (client: pg.ClientBase) => void client.on("error", () => {});
  const connecting = { connectionString: address, max, keepAlive: true, query_timeout: answerMs, onConnect };
  return new pg.Pool({ ...connecting, Client: limitedClient(pg) }).on("error", () => {});
}

const setupPauseMs = 50;

/**
 * Begins a transaction that holds a lock, because if two processes created a table at the same time, one of them would
 * fail. The lock belongs to the transaction, because a pooler can run the next transaction on another connection.
 * Waits without a limit, because another process may be updating the tables of a large database, and outside the
 * transaction, because a pooler may have no other connection for that process.
 */
async function beginSetup(client: pg.ClientBase): Promise<void> {
  for (;;) {
    await client.query("BEGIN");
    const { rows } = await client.query<{ taken: boolean }>(
      "SELECT pg_try_advisory_xact_lock(hashtext('rostrum setup')) AS taken",
    );
    if (rows[0]?.taken) return;
    await client.query("ROLLBACK");
    await wait(setupPauseMs);
  }
}

/** Calls `act`, which creates or updates tables. During the call, no other process creates or updates tables. */
export async function whileSettingUp<Result>(
  { pg }: PostgresPackages,
  address: string,
  act: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const pool = connect(pg, address, { max: 1 });
  try {
    const client = await pool.connect().catch((error) => {
      throw storageFailed(error, placeOf(address), "unreachable");
    });
    try {
      await beginSetup(client);
      const result = await act(client);
      await client.query("COMMIT");
      return result;
    } finally {
      // Closes the connection, which also ends a failed transaction.
      client.release(true);
    }
  } catch (error) {
    throw storageFailed(error, placeOf(address), "tables");
  } finally {
    await pool.end();
  }
}

/** Accepts a database without a version: it has no tables yet, or has those of a development version. */
async function checkTables(client: pg.ClientBase, address: string): Promise<void> {
  const { rows } = await client.query<{ versioned: boolean }>(
    "SELECT to_regclass('rostrum_version') IS NOT NULL AS versioned",
  );
  if (!rows[0]?.versioned) return;
  const saved = await client.query<{ version: number }>("SELECT version FROM rostrum_version");
  checkDatabaseVersion(saved.rows[0]?.version, placeOf(address));
}

const fillColumns = `UPDATE rostrum_threads SET state = filled.state, updated = filled.updated, search = filled.search,
    owned_by = filled.owned_by
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) AS filled (name, state, updated, search, owned_by)
  WHERE rostrum_threads.name = filled.name`;

async function updateTables(client: pg.ClientBase): Promise<void> {
  await client.query(tables);
  const sql = "SELECT name, record FROM rostrum_threads WHERE updated = ''";
  const { rows } = await client.query<Record<"name" | "record", string>>(sql);
  const columns = rows.map(({ name, record }) => columnsOfSaved(record, name));
  await client.query(fillColumns, [
    rows.map(({ name }) => name),
    columns.map(({ state }) => state),
    columns.map(({ updated }) => updated),
    columns.map(({ search }) => search),
    columns.map(({ owner }) => owner),
  ]);
}

async function createCheckpoints({ PostgresSaver }: PostgresPackages, client: pg.ClientBase): Promise<void> {
  // LangGraph's setup checks for this table with a query that fails if the table is missing. The failure would abort
  // the transaction.
  await client.query("CREATE TABLE IF NOT EXISTS public.checkpoint_migrations (v INTEGER PRIMARY KEY)");
  const only = { query: client.query.bind(client), release() {} };
  await new PostgresSaver({ connect: async () => only } as unknown as pg.Pool).setup();
}

/**
 * Creates or updates the tables. Returns the database user's maximum number of concurrent connections; a negative
 * number means no maximum.
 */
export const createTables = (packages: PostgresPackages, address: string): Promise<number> =>
  whileSettingUp(packages, address, async (client) => {
    await checkTables(client, address);
    await createCheckpoints(packages, client);
    await updateTables(client);
    const { rows } = await client.query<{ limit: number }>(
      'SELECT rolconnlimit AS "limit" FROM pg_roles WHERE rolname = user',
    );
    return rows[0]?.limit ?? -1;
  });
