/** Threads in a SQLite file, beside their checkpoints. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { RostrumError } from "../errors.js";
import { SqliteCheckpointer } from "./sqlite-checkpointer.js";
import { lockFile } from "./sqlite-file.js";
import { latestFirst, parseRecord, type ThreadRecord, type Threads } from "./threads.js";

type Row = Readonly<{ record: string; owner: string | null }>;

/** Who has a thread: a process, and the file that is locked for as long as the process lives. */
interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly lock: string;
}

/**
 * A thread belongs to the process that its row names, while the lock file of that process is locked: the system unlocks it when
 * the process ends, and not before. A lease by the clock would be lost by a process that was stopped for a while, and which then
 * writes all the same.
 */
export class SqliteThreads implements Threads {
  readonly checkpointer: SqliteCheckpointer;
  private readonly self: Owner = { pid: process.pid, host: hostname(), lock: randomUUID() };
  private readonly taken = new Set<string>();
  private unlock: (() => void) | undefined;

  constructor(path: string) {
    this.checkpointer = new SqliteCheckpointer(path);
  }

  async list(): Promise<ThreadRecord[]> {
    // A row without a record belongs to a thread that was locked before it was first saved.
    const rows = this.checkpointer.file.all<Row>("SELECT record, owner FROM threads WHERE record IS NOT NULL");
    return rows.map(({ record, owner }) => parseRecord(record, () => this.isLive(readOwner(owner)))).sort(latestFirst);
  }

  async save(record: ThreadRecord): Promise<void> {
    this.write("record", record.name, JSON.stringify(record));
  }

  async take(name: string): Promise<void> {
    const { file } = this.checkpointer;
    this.unlock ??= file.path === ":memory:" ? () => {} : lockFile(this.lockOf(this.self));
    file.transact(() => {
      const [row] = file.all<Row>("SELECT owner FROM threads WHERE name = ?", name);
      const owner = readOwner(row?.owner);
      if (this.taken.has(name) || this.isLive(owner)) throw new RostrumError("thread-in-use", { thread: name, owner });
      this.write("owner", name, JSON.stringify(this.self));
    });
    this.taken.add(name);
  }

  async close(): Promise<void> {
    this.unlock?.();
    this.unlock = undefined;
    this.taken.clear();
    await this.checkpointer.close();
  }

  private lockOf({ lock }: Owner): string {
    return `${this.checkpointer.file.path}-lock-${lock}`;
  }

  private isLive(owner: Owner | undefined): boolean {
    if (!owner || !existsSync(this.lockOf(owner))) return false;
    const unlock = lockFile(this.lockOf(owner));
    unlock?.();
    return unlock === undefined;
  }

  private write(column: "record" | "owner", name: string, value: string): void {
    const update = `ON CONFLICT (name) DO UPDATE SET ${column} = excluded.${column}`;
    this.checkpointer.file.run(`INSERT INTO threads (name, ${column}) VALUES (?, ?) ${update}`, name, value);
  }
}

const readOwner = (owner: string | null | undefined): Owner | undefined => (owner ? JSON.parse(owner) : undefined);
