/** Threads in a SQLite file, beside their checkpoints. */
import { hostname } from "node:os";
import { SqliteCheckpointer } from "./sqlite-checkpointer.js";
import { explainSqlite } from "./sqlite-file.js";
import { type ThreadRecord, type Threads, threadInUse } from "./threads.js";

/** How long a thread stays taken without a sign of life, in milliseconds, where nobody can see whether its process lives. */
const leaseMs = 60_000;

interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly until: number;
}

function isAlive({ pid, host, until }: Owner): boolean {
  if (until < Date.now()) return false;
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

export class SqliteThreads implements Threads {
  readonly checkpointer: SqliteCheckpointer;
  /** The signs of life of the threads that are held. */
  private readonly beats = new Set<NodeJS.Timeout>();

  constructor(private readonly file: string) {
    this.checkpointer = new SqliteCheckpointer(file);
    this.explained(() => {
      this.database.exec(
        "CREATE TABLE IF NOT EXISTS threads (name TEXT PRIMARY KEY, record TEXT NOT NULL, owner TEXT) WITHOUT ROWID",
      );
    });
  }

  async list(): Promise<ThreadRecord[]> {
    const records = this.explained(
      () => this.database.prepare("SELECT record FROM threads WHERE record <> '{}'").pluck().all() as string[],
    );
    const read = records.map((record) => JSON.parse(record) as ThreadRecord);
    return read.sort((left, right) => (left.updatedAt < right.updatedAt ? 1 : -1));
  }

  async find(name: string): Promise<ThreadRecord | undefined> {
    const select = this.database.prepare("SELECT record FROM threads WHERE name = ? AND record <> '{}'").pluck();
    const record = this.explained(() => select.get(name) as string | undefined);
    return record === undefined ? undefined : (JSON.parse(record) as ThreadRecord);
  }

  async save(record: ThreadRecord): Promise<void> {
    const upsert = this.database.prepare(
      "INSERT INTO threads (name, record) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET record = excluded.record",
    );
    this.explained(() => upsert.run(record.name, JSON.stringify(record)));
  }

  async take(name: string): Promise<() => Promise<void>> {
    const self = { pid: process.pid, host: hostname() };
    const write = this.database.prepare(
      "INSERT INTO threads (name, record, owner) VALUES (?, '{}', ?) ON CONFLICT (name) DO UPDATE SET owner = excluded.owner",
    );
    const hold = () => write.run(name, JSON.stringify({ ...self, until: Date.now() + leaseMs }));
    const takeFree = this.database.transaction(() => {
      const owner = this.database.prepare("SELECT owner FROM threads WHERE name = ?").pluck().get(name) as
        | string
        | null;
      const other = owner ? (JSON.parse(owner) as Owner) : undefined;
      if (other && isAlive(other)) throw threadInUse(name, `process ${other.pid} on ${other.host}`);
      hold();
    });
    this.explained(() => takeFree.immediate());
    const beat = setInterval(() => {
      try {
        hold();
      } catch {
        // A disk that is full for a moment, or a file that another process writes to: the next sign of life comes in time.
      }
    }, leaseMs / 3);
    beat.unref();
    this.beats.add(beat);
    return async () => {
      clearInterval(beat);
      this.beats.delete(beat);
      this.database.prepare("UPDATE threads SET owner = NULL WHERE name = ?").run(name);
    };
  }

  close(): Promise<void> {
    for (const beat of this.beats) clearInterval(beat);
    return this.checkpointer.close();
  }

  private get database() {
    return this.checkpointer.db;
  }

  private explained<Result>(act: () => Result): Result {
    try {
      return act();
    } catch (error) {
      throw explainSqlite(error, this.file);
    }
  }
}
