/** Threads in a SQLite file, beside their checkpoints. */
import { hostname } from "node:os";
import { SqliteCheckpointer } from "./sqlite-checkpointer.js";
import { explainSqlite } from "./sqlite-file.js";
import { asFound, latestFirst, type ThreadRecord, type Threads, threadInUse } from "./threads.js";

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

/** Who has a thread, by what is written down beside it; undefined where nobody has it, or who had it has died. */
function holderOf(written: string | null | undefined): Owner | undefined {
  const owner = written ? (JSON.parse(written) as Owner) : undefined;
  return owner && isAlive(owner) ? owner : undefined;
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
    return this.records("record <> '{}'").sort(latestFirst);
  }

  async find(name: string): Promise<ThreadRecord | undefined> {
    return this.records("record <> '{}' AND name = ?", name)[0];
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
      const owner = this.database.prepare("SELECT owner FROM threads WHERE name = ?").pluck().get(name);
      const other = holderOf(owner as string | null | undefined);
      if (other) throw threadInUse(name, other);
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

  private records(condition: string, ...values: readonly string[]): ThreadRecord[] {
    const select = this.database.prepare(`SELECT record, owner FROM threads WHERE ${condition}`);
    const rows = this.explained(() => select.all(...values) as { record: string; owner: string | null }[]);
    return rows.map(({ record, owner }) => asFound(record, holderOf(owner) !== undefined));
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
