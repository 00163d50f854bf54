/** Keeps threads in a SQLite file, together with their checkpoints. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { RostrumError } from "../../errors/rostrum-error.js";
import { parseStored } from "../../errors/storage-failure.js";
import { inboxOf } from "../../graph/inbox/inbox.js";
import { InboxStore } from "./inbox-store.js";
import { SqliteCheckpointer } from "./sqlite-checkpointer.js";
import { lockFile } from "./sqlite-file.js";
import { latestFirst, parseRecord, type ThreadRecord, type Threads, writeRecord } from "./threads.js";

const inboxTable = `CREATE TABLE IF NOT EXISTS inbox (
  namespace TEXT, key TEXT, value TEXT NOT NULL, created TEXT NOT NULL, PRIMARY KEY (namespace, key)
) WITHOUT ROWID`;

type Row = Readonly<{ name: string; record: string; owner: string | null }>;

/** The owner of a thread: a process, and the file that stays locked as long as the process lives. */
interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly lock: string;
}

/**
 * A thread belongs to the process in its row as long as the lock file of that process is locked. The operating system
 * unlocks the file when the process ends, and not before. If ownership expired by the clock instead, a process that was
 * suspended for a while would lose its threads but continue to write to them.
 */
export class SqliteThreads implements Threads {
  readonly checkpointer: SqliteCheckpointer;
  readonly inbox: InboxStore;
  private readonly self: Owner = { pid: process.pid, host: hostname(), lock: randomUUID() };
  private readonly taken = new Set<string>();
  private unlock: (() => void) | undefined;

  constructor(path: string) {
    this.checkpointer = new SqliteCheckpointer(path);
    const { file } = this.checkpointer;
    file.run(inboxTable);
    this.inbox = new InboxStore(
      {
        read: async (namespace) =>
          file.all("SELECT key, value, created FROM inbox WHERE namespace = ? ORDER BY key", namespace),
        write: async (...row) => file.run("INSERT OR REPLACE INTO inbox VALUES (?, ?, ?, ?)", ...row),
        erase: async (namespace, key) => file.run("DELETE FROM inbox WHERE namespace = ? AND key = ?", namespace, key),
      },
      file.path,
    );
  }

  async list(): Promise<ThreadRecord[]> {
    // `read` skips rows without a record, which belong to threads that are locked but not saved yet.
    return this.read("").sort(latestFirst);
  }

  async find(name: string): Promise<ThreadRecord | undefined> {
    return this.read("AND name = ?", name)[0];
  }

  async save(record: ThreadRecord): Promise<void> {
    this.write("record", record.name, writeRecord(record));
  }

  async remove(name: string): Promise<void> {
    const { file } = this.checkpointer;
    this.checkpointer.erase(name, () => {
      file.run("DELETE FROM inbox WHERE namespace = ?", JSON.stringify(inboxOf(name)));
      file.run("DELETE FROM threads WHERE name = ?", name);
    });
  }

  async take(name: string): Promise<void> {
    const { file } = this.checkpointer;
    this.unlock ??= file.path === ":memory:" ? () => {} : lockFile(this.lockOf(this.self));
    file.transact(() => {
      const [row] = file.all<Row>("SELECT owner FROM threads WHERE name = ?", name);
      const owner = this.readOwner(row?.owner);
      if (this.isLive(name, owner)) throw new RostrumError("thread-in-use", { thread: name, owner });
      this.write("owner", name, JSON.stringify(this.self));
    });
    this.taken.add(name);
  }

  async release(name: string): Promise<void> {
    if (!this.taken.delete(name)) return;
    const { file } = this.checkpointer;
    // After a removal, another process may already have locked a new thread with this name.
    const row = [name, JSON.stringify(this.self)];
    file.transact(() => {
      file.run("DELETE FROM threads WHERE name = ? AND owner = ? AND record IS NULL", ...row);
      file.run("UPDATE threads SET owner = NULL WHERE name = ? AND owner = ?", ...row);
    });
  }

  async close(): Promise<void> {
    this.unlock?.();
    this.unlock = undefined;
    this.taken.clear();
    await this.checkpointer.close();
  }

  private read(condition: string, ...values: readonly string[]): ThreadRecord[] {
    const sql = `SELECT name, record, owner FROM threads WHERE record IS NOT NULL ${condition}`;
    const { file } = this.checkpointer;
    const rows = file.all<Row>(sql, ...values);
    return rows.map(({ name, record, owner }) =>
      parseRecord(record, name, () => this.isLive(name, this.readOwner(owner))),
    );
  }

  private readOwner(owner: string | null | undefined): Owner | undefined {
    return owner ? parseStored(owner, this.checkpointer.file.path) : undefined;
  }

  private lockOf({ lock }: Owner): string {
    return `${this.checkpointer.file.path}-lock-${lock}`;
  }

  private isLive(name: string, owner: Owner | undefined): boolean {
    if (this.taken.has(name)) return true;
    if (!owner || owner.lock === this.self.lock || !existsSync(this.lockOf(owner))) return false;
    const unlock = lockFile(this.lockOf(owner));
    unlock?.();
    return unlock === undefined;
  }

  private write(column: "record" | "owner", name: string, value: string): void {
    const update = `ON CONFLICT (name) DO UPDATE SET ${column} = excluded.${column}`;
    this.checkpointer.file.run(`INSERT INTO threads (name, ${column}) VALUES (?, ?) ${update}`, name, value);
  }
}
