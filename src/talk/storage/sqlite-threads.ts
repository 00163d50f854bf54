import { hostname } from "node:os";
import type { SQLInputValue } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { wordsOf } from "../../core/text/search.js";
import { RostrumError } from "../../errors/rostrum-error.js";
import { parseStoredRecord } from "../../errors/storage-failure.js";
import { inboxOf } from "../../graph/inbox/inbox.js";
import { InboxStore } from "./inbox-store.js";
import { createLockFile, isLockFileLocked, type LockFile, sweepLockFiles } from "./lock-file.js";
import { SqliteCheckpointer } from "./sqlite-checkpointer.js";
import type { SqliteFile } from "./sqlite-file.js";
import { columnsOf } from "./thread-columns.js";
import { parseRecord, type ThreadQuery, type ThreadRecord, type Threads, writeRecord } from "./threads.js";

const saveRecord = `INSERT INTO threads (name, record, state, updated, search, owned_by) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET record = excluded.record, state = excluded.state, updated = excluded.updated,
    search = excluded.search, owned_by = excluded.owned_by`;

const saveHolder = `INSERT INTO threads (name, holder) VALUES (?, ?)
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder`;

const latestFirst = "ORDER BY updated DESC, name DESC";

/**
 * Selects a thread's current state. `given` contains the list that `deadHolders` returns, and a list of the threads
 * that this process has taken. The lists are not numbered parameters, because Node.js 22.13 cannot mix numbered
 * parameters with others.
 */
const stateNow = `CASE WHEN state IN ('queued', 'running') AND name NOT IN (SELECT value FROM json_each((SELECT taken FROM given)))
  AND (holder IS NULL OR holder IN (SELECT value FROM json_each((SELECT dead FROM given)))) THEN 'cut-off' ELSE state END`;

/**
 * The process that holds a thread, and the id of its lock file, which stays locked until the process calls `close` or
 * ends.
 */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly lock: string;
}

/**
 * A thread is held by the process in its row as long as that process's lock file is locked. If locks expired after some
 * time instead, a suspended process would lose its threads but later continue to write to them.
 */
export class SqliteThreads implements Threads {
  readonly checkpointer: SqliteCheckpointer;
  readonly inbox: InboxStore;
  private readonly taken = new Set<string>();
  /** This process's lock file, which is created when the process takes its first thread. */
  private lock: LockFile | undefined;

  constructor(source: SqliteFile | string) {
    this.checkpointer = new SqliteCheckpointer(source);
    const { file } = this.checkpointer;
    if (file.path !== ":memory:") sweepLockFiles(this.lockPrefix);
    const select = "SELECT key, value, created FROM inbox WHERE namespace = ? ORDER BY key";
    const insert = "INSERT OR REPLACE INTO inbox VALUES (?, ?, ?, ?)";
    const erase = "DELETE FROM inbox WHERE namespace = ? AND key = ?";
    this.inbox = new InboxStore(
      {
        read: (namespace) => file.use(() => file.all(select, namespace)),
        write: (...row) => file.transact(() => file.run(insert, ...row)),
        erase: (...place) => file.transact(() => file.run(erase, ...place)),
      },
      file.path,
    );
  }

  async list(query: ThreadQuery = {}): Promise<ThreadRecord[]> {
    const dead = JSON.stringify(await this.deadHolders());
    const [conditions, ...values] = conditionsOf(query);
    const limit = Number.isFinite(query.limit) ? Number(query.limit) : -1;
    // Selects the threads using only an index, and then reads their records.
    const sql = `WITH given (dead, taken) AS (VALUES (?, ?)) SELECT name, record, now FROM threads JOIN (
        SELECT name, ${stateNow} AS now FROM threads WHERE ${conditions} ${latestFirst} LIMIT ?
      ) USING (name) ${latestFirst}`;
    const { file } = this.checkpointer;
    const rows = await file.use(() => {
      const taken = JSON.stringify([...this.taken]);
      return file.all<Record<"name" | "record" | "now", string>>(sql, dead, taken, ...values, limit);
    });
    return rows.map(({ name, record, now }) => parseRecord(record, name, () => now !== "cut-off"));
  }

  async find(name: string): Promise<ThreadRecord | undefined> {
    const sql = "SELECT record, holder FROM threads WHERE name = ? AND record IS NOT NULL";
    const { file } = this.checkpointer;
    const [row] = await file.use(() => file.all<{ record: string; holder: string | null }>(sql, name));
    return (
      row &&
      parseRecord(row.record, name, () => this.taken.has(name) || (row.holder !== null && this.isAlive(row.holder)))
    );
  }

  async save(record: ThreadRecord): Promise<void> {
    const { state, updated, search, owner } = columnsOf(record);
    const row = [record.name, writeRecord(record), state, updated, search, owner];
    const { file } = this.checkpointer;
    await file.transact(() => file.run(saveRecord, ...row));
  }

  async remove(name: string): Promise<void> {
    const { file } = this.checkpointer;
    await this.checkpointer.erase(name, () => {
      file.run("DELETE FROM inbox WHERE namespace = ?", JSON.stringify(inboxOf(name)));
      file.run("DELETE FROM threads WHERE name = ?", name);
    });
  }

  async take(name: string): Promise<void> {
    const { file } = this.checkpointer;
    if (file.path !== ":memory:") this.lock ??= createLockFile(this.lockPrefix);
    const refuse = (holder: string) => {
      throw new RostrumError("thread-in-use", { thread: name, holder: this.parseHolder(holder) });
    };
    if (this.taken.has(name)) refuse(this.self);
    // Adds the name first, because another call may follow before this call has saved the holder.
    this.taken.add(name);
    const save = file.transact(() => {
      const [row] = file.all<{ holder: string | null }>("SELECT holder FROM threads WHERE name = ?", name);
      if (row?.holder && this.isAlive(row.holder)) refuse(row.holder);
      file.run(saveHolder, name, this.self);
    });
    await save.catch((error: unknown) => {
      this.taken.delete(name);
      throw error;
    });
  }

  async release(name: string): Promise<void> {
    if (!this.taken.delete(name)) return;
    const { file } = this.checkpointer;
    // After a removal, another process may already have locked a new thread with this name.
    const row = [name, this.self];
    const erase = "DELETE FROM threads WHERE name = ? AND holder = ? AND record IS NULL RETURNING name";
    const isErased = await file.transact(() => {
      const erased = file.all(erase, ...row);
      file.run("UPDATE threads SET holder = NULL WHERE name = ? AND holder = ?", ...row);
      return erased.length > 0;
    });
    // If the thread was removed before this process locked it, the write-ahead log still contains its name.
    if (isErased) await file.shrink();
  }

  async close(): Promise<void> {
    await this.checkpointer.close();
    this.lock?.unlock();
    this.lock = undefined;
    this.taken.clear();
  }

  private get self(): string {
    const holder: Holder = { pid: process.pid, host: hostname(), lock: this.lock?.id ?? "" };
    return JSON.stringify(holder);
  }

  private get lockPrefix(): string {
    return `${this.checkpointer.file.realPath}-lock-`;
  }

  private parseHolder(holder: string): Holder {
    return parseStoredRecord(holder, this.checkpointer.file.path) as unknown as Holder;
  }

  /** Whether a holder is another process that is still alive. */
  private isAlive(holder: string): boolean {
    if (holder === this.self) return false;
    const { lock } = this.parseHolder(holder);
    return isLockFileLocked(`${this.lockPrefix}${lock}`);
  }

  /** Returns the holders of queued and running threads, except for other processes that are alive. */
  private async deadHolders(): Promise<string[]> {
    const sql = "SELECT DISTINCT holder FROM threads WHERE state IN ('queued', 'running') AND holder IS NOT NULL";
    const dead: string[] = [];
    const { file } = this.checkpointer;
    const holders = await file.use(() => file.all<{ holder: string }>(sql));
    for (const [index, { holder }] of holders.entries()) {
      if (!this.isAlive(holder)) dead.push(holder);
      // Lets other work run in between, because each check reads a file.
      if (index % 20 === 19) await setImmediate();
    }
    return dead;
  }
}

type Condition = readonly [sql: string, ...values: SQLInputValue[]];

function conditionsOf({ after, search = "", states, owner }: ThreadQuery): Condition {
  const conditions: Condition[] = [["updated > ''"]];
  if (after) conditions.push(["(updated, name) < (?, ?)", after.updatedAt, after.name]);
  if (owner === null) conditions.push(["owned_by IS NULL"]);
  else if (owner !== undefined) conditions.push(["owned_by = ?", owner]);
  for (const word of wordsOf(search)) conditions.push(["instr(search, ?) > 0", word]);
  if (states) conditions.push([`${stateNow} IN (SELECT value FROM json_each(?))`, JSON.stringify(states)]);
  return [conditions.map(([sql]) => sql).join(" AND "), ...conditions.flatMap(([, ...values]) => values)];
}
