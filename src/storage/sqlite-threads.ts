/** Threads in a SQLite file, beside their checkpoints. */
import { hostname } from "node:os";
import { SqliteCheckpointer } from "./sqlite-checkpointer.js";
import { latestFirst, parseRecord, type ThreadRecord, type Threads, threadInUse } from "./threads.js";

/** A lock expires this many milliseconds after its last renewal, in case its process died on another machine. */
const leaseMs = 60_000;

interface Owner {
  readonly pid: number;
  readonly host: string;
  /** In milliseconds since 1970. */
  readonly until: number;
}

type Row = Readonly<{ record: string; owner: string | null }>;

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

function ownerOf(written: string | null | undefined): Owner | undefined {
  const owner = written ? (JSON.parse(written) as Owner) : undefined;
  return owner && isAlive(owner) ? owner : undefined;
}

export class SqliteThreads implements Threads {
  readonly checkpointer: SqliteCheckpointer;
  private readonly renewals = new Set<NodeJS.Timeout>();

  constructor(path: string) {
    this.checkpointer = new SqliteCheckpointer(path);
  }

  async list(): Promise<ThreadRecord[]> {
    return this.records("").sort(latestFirst);
  }

  async find(name: string): Promise<ThreadRecord | undefined> {
    return this.records("AND name = ?", name)[0];
  }

  async save(record: ThreadRecord): Promise<void> {
    this.write("record", record.name, JSON.stringify(record));
  }

  async take(name: string): Promise<() => Promise<void>> {
    const self = { pid: process.pid, host: hostname() };
    const renew = () => this.write("owner", name, JSON.stringify({ ...self, until: Date.now() + leaseMs }));
    this.file.transact(() => {
      const owner = ownerOf(this.file.all<Row>("SELECT owner FROM threads WHERE name = ?", name)[0]?.owner);
      if (owner) throw threadInUse(name, owner);
      renew();
    });
    const renewal = setInterval(() => {
      try {
        renew();
      } catch {
        // A full disk or a busy file may be usable again at the next renewal, which still is in time.
      }
    }, leaseMs / 3).unref();
    this.renewals.add(renewal);
    return async () => {
      clearInterval(renewal);
      this.renewals.delete(renewal);
      this.write("owner", name, null);
    };
  }

  close(): Promise<void> {
    for (const renewal of this.renewals) clearInterval(renewal);
    return this.checkpointer.close();
  }

  private get file() {
    return this.checkpointer.file;
  }

  private write(column: "record" | "owner", name: string, value: string | null): void {
    const update = `ON CONFLICT (name) DO UPDATE SET ${column} = excluded.${column}`;
    this.file.run(`INSERT INTO threads (name, ${column}) VALUES (?, ?) ${update}`, name, value);
  }

  /** A row without a record belongs to a thread that was locked before it was first saved. */
  private records(condition: string, ...values: readonly string[]): ThreadRecord[] {
    const sql = `SELECT record, owner FROM threads WHERE record IS NOT NULL ${condition}`;
    const rows = this.file.all<Row>(sql, ...values);
    return rows.map(({ record, owner }) => parseRecord(record, ownerOf(owner) !== undefined));
  }
}
