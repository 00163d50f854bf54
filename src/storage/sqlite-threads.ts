/** Threads in a SQLite file, beside their checkpoints. */
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { RostrumError } from "../errors.js";
import { SqliteCheckpointer } from "./sqlite-checkpointer.js";
import { lockFile } from "./sqlite-file.js";
import { latestFirst, parseRecord, type ThreadRecord, type Threads } from "./threads.js";

type Row = Readonly<{ name: string; record: string; owner: string | null }>;

/**
 * A thread is locked by a file of its own, which SQLite locks: the system unlocks it when the process ends, and not before. A lease
 * by the clock would be lost by a process that was stopped for a while, and which then writes all the same.
 */
export class SqliteThreads implements Threads {
  readonly checkpointer: SqliteCheckpointer;
  private readonly unlocks = new Map<string, () => void>();

  constructor(path: string) {
    this.checkpointer = new SqliteCheckpointer(path);
  }

  async list(): Promise<ThreadRecord[]> {
    // A row without a record belongs to a thread that was locked before it was first saved.
    const rows = this.checkpointer.file.all<Row>("SELECT name, record FROM threads WHERE record IS NOT NULL");
    return rows.map(({ name, record }) => parseRecord(record, () => this.isLocked(name))).sort(latestFirst);
  }

  async save(record: ThreadRecord): Promise<void> {
    this.write("record", record.name, JSON.stringify(record));
  }

  async take(name: string): Promise<void> {
    const unlock = this.unlocks.has(name) ? undefined : lockFile(this.lockOf(name));
    if (!unlock) throw new RostrumError("thread-in-use", { thread: name, owner: this.ownerOf(name) });
    this.unlocks.set(name, unlock);
    this.write("owner", name, JSON.stringify({ pid: process.pid, host: hostname() }));
  }

  async close(): Promise<void> {
    for (const unlock of this.unlocks.values()) unlock();
    this.unlocks.clear();
    await this.checkpointer.close();
  }

  private isLocked(name: string): boolean {
    if (!existsSync(this.lockOf(name))) return false;
    const unlock = lockFile(this.lockOf(name));
    unlock?.();
    return unlock === undefined;
  }

  private lockOf(name: string): string {
    const { path } = this.checkpointer.file;
    return path === ":memory:" ? path : `${path}-locks/${hash("sha256", name).slice(0, 16)}`;
  }

  private ownerOf(name: string) {
    const [row] = this.checkpointer.file.all<Row>("SELECT owner FROM threads WHERE name = ?", name);
    return row?.owner ? JSON.parse(row.owner) : undefined;
  }

  private write(column: "record" | "owner", name: string, value: string): void {
    const update = `ON CONFLICT (name) DO UPDATE SET ${column} = excluded.${column}`;
    this.checkpointer.file.run(`INSERT INTO threads (name, ${column}) VALUES (?, ?) ${update}`, name, value);
  }
}
