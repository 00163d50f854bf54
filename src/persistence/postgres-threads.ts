/** Threads in PostgreSQL, beside their checkpoints. */
import pg from "pg";
import { PostgresCheckpointer } from "./postgres-checkpointer.js";
import { type ThreadRecord, type Threads, threadInUse } from "./threads.js";

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
    const { rows } = await this.pool.query<{ record: string }>("SELECT record FROM rostrum_threads");
    const read = rows.map(({ record }) => JSON.parse(record) as ThreadRecord);
    return read.sort((left, right) => (left.updatedAt < right.updatedAt ? 1 : -1));
  }

  async find(name: string): Promise<ThreadRecord | undefined> {
    const { rows } = await this.pool.query<{ record: string }>("SELECT record FROM rostrum_threads WHERE name = $1", [
      name,
    ]);
    return rows[0] && (JSON.parse(rows[0].record) as ThreadRecord);
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
      throw threadInUse(name, "another connection to the database");
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
