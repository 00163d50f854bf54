/** Threads in PostgreSQL, beside their checkpoints. */
import pg from "pg";
import { PostgresCheckpointer } from "./postgres-checkpointer.js";
import { asFound, latestFirst, type ThreadRecord, type Threads, threadInUse } from "./threads.js";

interface Row {
  readonly record: string;
  readonly held: boolean;
}

/** Each with whether somebody holds its lock. PostgreSQL lists locks by two unsigned numbers, and hashes are signed. */
const selectRecords = `SELECT record, EXISTS (
  SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint = hashtext('rostrum')::bigint & 4294967295 AND objid::bigint = hashtext(name)::bigint & 4294967295
) AS held FROM rostrum_threads`;

export class PostgresThreads implements Threads {
  private constructor(
    readonly checkpointer: PostgresCheckpointer,
    private readonly pool: pg.Pool,
  ) {}

  static async open(address: string): Promise<PostgresThreads> {
    const checkpointer = await PostgresCheckpointer.open(address);
    const pool = new pg.Pool({ connectionString: address });
    pool.on("error", () => {});
    await pool.query("CREATE TABLE IF NOT EXISTS rostrum_threads (name TEXT PRIMARY KEY, record TEXT NOT NULL)");
    return new PostgresThreads(checkpointer, pool);
  }

  async list(): Promise<ThreadRecord[]> {
    const { rows } = await this.pool.query<Row>(selectRecords);
    return rows.map(({ record, held }) => asFound(record, held)).sort(latestFirst);
  }

  async find(name: string): Promise<ThreadRecord | undefined> {
    const { rows } = await this.pool.query<Row>(`${selectRecords} WHERE name = $1`, [name]);
    return rows[0] && asFound(rows[0].record, rows[0].held);
  }

  async save(record: ThreadRecord): Promise<void> {
    await this.pool.query(
      "INSERT INTO rostrum_threads (name, record) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET record = excluded.record",
      [record.name, JSON.stringify(record)],
    );
  }

  async take(name: string): Promise<() => Promise<void>> {
    // The lock belongs to the connection: PostgreSQL lets go of it when the process dies.
    const client = await this.pool.connect();
    const { rows } = await client.query<{ taken: boolean }>(
      "SELECT pg_try_advisory_lock(hashtext('rostrum'), hashtext($1)) AS taken",
      [name],
    );
    if (!rows[0]?.taken) {
      client.release();
      throw threadInUse(name);
    }
    return async () => {
      await client.query("SELECT pg_advisory_unlock(hashtext('rostrum'), hashtext($1))", [name]);
      client.release();
    };
  }

  async close(): Promise<void> {
    await this.pool.end();
    await this.checkpointer.close();
  }
}
