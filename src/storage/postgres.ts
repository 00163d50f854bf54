/** Keeps conversations in PostgreSQL: LangGraph's saver, with each message stored once and exact forks, and named threads beside it. */
import { randomInt } from "node:crypto";
import type { RunnableConfig } from "@langchain/core/runnables";
import type { CheckpointListOptions, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import pg from "pg";
import { RostrumError } from "../errors.js";
import { ContentSerializer, type ContentStore } from "./content-serializer.js";
import { latestFirst, parseRecord, type ThreadRecord, type Threads, threadInUse } from "./threads.js";

/** Small enough that a version and its fraction fit into a double. */
const fractions = 2 ** 20;

/** The address without user and password. */
const placeOf = (address: string) => (URL.canParse(address) ? `PostgreSQL ${new URL(address).host}` : "PostgreSQL");

function contentsIn(pool: pg.Pool, place: string): ContentStore {
  return {
    place,
    async keep(contents) {
      // In order: two statements that insert the same texts in different orders can wait for each other.
      const rows = [...contents].sort(([left], [right]) => (left < right ? -1 : 1));
      await pool.query(
        "INSERT INTO rostrum_contents (hash, text) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING",
        [rows.map(([hash]) => hash), rows.map(([, text]) => text)],
      );
    },
    async find(hashes) {
      const { rows } = await pool.query<{ hash: string; text: string }>(
        "SELECT hash, text FROM rostrum_contents WHERE hash = ANY($1)",
        [hashes],
      );
      return new Map(rows.map(({ hash, text }) => [hash, text]));
    },
  };
}

const tables = `
CREATE TABLE IF NOT EXISTS rostrum_contents (hash TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS rostrum_threads (name TEXT PRIMARY KEY, record TEXT NOT NULL);
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
 * Checkpoints in the order of saving, the latest first. LangGraph's ids follow the clock, which can go back. In rows from before
 * the sequence it is 0, and the id decides; so it does where a thread does not have the checkpoint `$5`.
 */
const selectIds = `SELECT thread_id, checkpoint_ns, checkpoint_id FROM public.checkpoints
  WHERE ($1::text IS NULL OR thread_id = $1) AND ($2::text IS NULL OR checkpoint_ns = $2)
    AND ($3::text IS NULL OR checkpoint_id = $3) AND metadata @> $4
    AND ($5::text IS NULL OR coalesce((rostrum_sequence, checkpoint_id) < (SELECT rostrum_sequence, checkpoint_id
      FROM public.checkpoints WHERE thread_id = $1 AND checkpoint_id = $5 LIMIT 1), checkpoint_id < $5))
  ORDER BY rostrum_sequence DESC, checkpoint_id DESC LIMIT $6`;

export class PostgresCheckpointer extends PostgresSaver {
  private constructor(
    readonly connections: pg.Pool,
    place: string,
  ) {
    super(connections);
    this.serde = new ContentSerializer(this.serde, contentsIn(connections, place));
  }

  /** Connects, and creates missing tables. Throws `storage-failed` when the server does not answer. */
  static async open(address: string): Promise<PostgresCheckpointer> {
    const pool = new pg.Pool({ connectionString: address });
    // The pool replaces a broken idle connection; without a listener the error would end the process.
    pool.on("error", () => {});
    const checkpointer = new PostgresCheckpointer(pool, placeOf(address));
    try {
      const client = await pool.connect();
      try {
        // Of two processes that create the same table at once, one fails.
        await client.query("SELECT pg_advisory_lock(hashtext('rostrum setup'))");
        await checkpointer.setup();
        await client.query(tables);
      } finally {
        // Closes the connection, which releases the lock.
        client.release(true);
      }
      return checkpointer;
    } catch (error) {
      await pool.end();
      const { message, code } = error as Error & { code?: unknown };
      const details = { place: placeOf(address), reason: message || String(code), cause: error };
      throw new RostrumError("storage-failed", { ...details, fault: "unreachable" });
    }
  }

  /**
   * A version that is unique as well as growing. Two forks of one checkpoint count on from the same number, and the saver stores a
   * channel's value under its version once: the second fork would read the value of the first.
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

/** Each record, and whether its thread is locked. `pg_locks` lists the lock's two numbers unsigned; hashes are signed. */
const selectRecords = `SELECT record, EXISTS (
  SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint = hashtext('rostrum')::bigint & 4294967295 AND objid::bigint = hashtext(name)::bigint & 4294967295
) AS locked FROM rostrum_threads`;

export class PostgresThreads implements Threads {
  private constructor(
    readonly checkpointer: PostgresCheckpointer,
    private readonly address: string,
  ) {}

  static async open(address: string): Promise<PostgresThreads> {
    return new PostgresThreads(await PostgresCheckpointer.open(address), address);
  }

  async list(): Promise<ThreadRecord[]> {
    return (await this.records("")).sort(latestFirst);
  }

  async find(name: string): Promise<ThreadRecord | undefined> {
    return (await this.records("WHERE name = $1", name))[0];
  }

  async save(record: ThreadRecord): Promise<void> {
    await this.checkpointer.connections.query(
      "INSERT INTO rostrum_threads (name, record) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET record = excluded.record",
      [record.name, JSON.stringify(record)],
    );
  }

  async take(name: string): Promise<() => Promise<void>> {
    // The lock belongs to a connection of its own, so that PostgreSQL releases it when the process dies.
    const client = new pg.Client({ connectionString: this.address });
    client.on("error", () => {});
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>(
      "SELECT pg_try_advisory_lock(hashtext('rostrum'), hashtext($1)) AS taken",
      [name],
    );
    const release = () => client.end();
    if (rows[0]?.taken) return release;
    await release();
    throw threadInUse(name);
  }

  close(): Promise<void> {
    return this.checkpointer.close();
  }

  private async records(condition: string, ...values: readonly string[]): Promise<ThreadRecord[]> {
    const query = `${selectRecords} ${condition}`;
    const { rows } = await this.checkpointer.connections.query<{ record: string; locked: boolean }>(query, [...values]);
    return rows.map(({ record, locked }) => parseRecord(record, locked));
  }
}
