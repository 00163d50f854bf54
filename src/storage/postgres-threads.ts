/** Threads in PostgreSQL, beside their checkpoints. */
import pg from "pg";
import { PostgresCheckpointer } from "./postgres-checkpointer.js";
import { latestFirst, parseRecord, type ThreadRecord, type Threads, threadInUse } from "./threads.js";

interface Row {
  readonly record: string;
  readonly locked: boolean;
}

/** Each record, and whether its thread is locked. `pg_locks` lists the lock's two numbers unsigned; hashes are signed. */
const selectRecords = `SELECT record, EXISTS (
  SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint = hashtext('rostrum')::bigint & 4294967295 AND objid::bigint = hashtext(name)::bigint & 4294967295
) AS locked FROM rostrum_threads`;

export class PostgresThreads implements Threads {
  private readonly pool: pg.Pool;

  private constructor(
    readonly checkpointer: PostgresCheckpointer,
    private readonly address: string,
  ) {
    this.pool = checkpointer.connections;
  }

  static async open(address: string): Promise<PostgresThreads> {
    return new PostgresThreads(await PostgresCheckpointer.open(address), address);
  }

  async list(): Promise<ThreadRecord[]> {
    const { rows } = await this.pool.query<Row>(selectRecords);
    return rows.map(({ record, locked }) => parseRecord(record, locked)).sort(latestFirst);
  }

  async find(name: string): Promise<ThreadRecord | undefined> {
    const { rows } = await this.pool.query<Row>(`${selectRecords} WHERE name = $1`, [name]);
    return rows[0] && parseRecord(rows[0].record, rows[0].locked);
  }

  async save(record: ThreadRecord): Promise<void> {
    await this.pool.query(
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

  async close(): Promise<void> {
    await this.checkpointer.close();
  }
}
