/** The SQLite file that holds conversations. Opening one never changes a file that is not Rostrum's. */
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { RostrumError } from "../errors.js";
import type { StorageFault } from "../locales/en/errors.js";

/** Marks our files in their header ("rstm"). */
const applicationId = 0x7273746d;
const formatVersion = 2;

/**
 * WITHOUT ROWID stores the long keys once, and not a second time in an index. `sequence` counts a thread's checkpoints in the
 * order of saving: LangGraph's ids follow the clock, which can go back. In rows of the first format it is 0, and the id counts.
 */
const tables = `
CREATE TABLE IF NOT EXISTS contents (hash TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS checkpoints (
  thread_id TEXT, checkpoint_ns TEXT, checkpoint_id TEXT,
  parent_checkpoint_id TEXT, checkpoint TEXT NOT NULL, metadata TEXT NOT NULL, sequence INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS checkpoint_order ON checkpoints (thread_id, sequence, checkpoint_id);
CREATE TABLE IF NOT EXISTS writes (
  thread_id TEXT, checkpoint_ns TEXT, checkpoint_id TEXT, task_id TEXT, idx INTEGER,
  task_path TEXT NOT NULL, channel TEXT NOT NULL, type TEXT NOT NULL, value BLOB NOT NULL,
  PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id, task_id, idx)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS threads (name TEXT PRIMARY KEY, record TEXT, owner TEXT) WITHOUT ROWID;`;

/** By the file system's codes, and SQLite's: https://www.sqlite.org/rescode.html */
const reasons: Readonly<Record<string, StorageFault>> = {
  ...{ EISDIR: "folder", ENOSPC: "disk-full", 13: "disk-full", 10: "disk-failed", 11: "damaged", 26: "damaged" },
  ...{ EACCES: "read-only", EPERM: "read-only", EROFS: "read-only", 3: "read-only", 8: "read-only", 23: "read-only" },
  ...{ ENOENT: "cannot-open", ENOTDIR: "cannot-open", EEXIST: "cannot-open", 14: "cannot-open" },
  ...{ 5: "locked", 6: "locked" },
};

/** Turns errors of SQLite and of the file system into `storage-failed` ones; other errors stay as they are. */
function explain(error: unknown, path: string): unknown {
  if (RostrumError.isInstance(error)) return error;
  const { code = "", errcode, message } = error as { code?: string; errcode?: number; message: string };
  // The lowest byte of SQLite's code is the kind of error, the others say more about it.
  const fault = reasons[errcode === undefined ? code : errcode & 0xff];
  return fault ? new RostrumError("storage-failed", { place: path, fault, reason: message, cause: error }) : error;
}

/**
 * Throws unless this version may write to the file. Reads its header without SQLite, which might write to it:
 * https://www.sqlite.org/fileformat.html
 */
function checkFile(path: string): void {
  const header = Buffer.alloc(100);
  const handle = openSync(path, "r");
  try {
    readSync(handle, header);
  } finally {
    closeSync(handle);
  }
  const numberAt = (offset: number) => header.readUInt32BE(offset);
  const unusable = (fault: StorageFault) => new RostrumError("storage-failed", { place: path, fault });
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\0") throw unusable("not-sqlite");
  if (numberAt(68) !== applicationId) throw unusable("other-program");
  if (numberAt(60) > formatVersion) throw unusable("newer-version");
  // The page count is valid if the last writer set it. The log beside the file holds what a dead process left out of it.
  const pages = numberAt(24) === numberAt(92) && !existsSync(`${path}-wal`) ? numberAt(28) : 0;
  if (statSync(path).size < pages * header.readUInt16BE(16)) throw unusable("cut-short");
  accessSync(path, constants.R_OK | constants.W_OK);
}

function openDatabase(path: string): DatabaseSync {
  if (path !== ":memory:") {
    if (existsSync(path) && statSync(path).size > 0) checkFile(path);
    else mkdirSync(dirname(path), { recursive: true });
  }
  const database = new DatabaseSync(path);
  try {
    // A row over a quarter of a page takes extra pages for itself: at this size a checkpoint rarely does.
    database.exec("PRAGMA busy_timeout = 5000; PRAGMA page_size = 16384");
    const version = () => Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
    if (version() < formatVersion) {
      database.exec("BEGIN IMMEDIATE");
      // Asks again: meanwhile another process may have done it.
      if (version() === 1) database.exec("ALTER TABLE checkpoints ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0");
      database.exec(
        `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${formatVersion}; ${tables} COMMIT`,
      );
    }
    // With a write-ahead log, NORMAL loses nothing when the process dies, and does not wait for the disk at every step.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Every method throws `storage-failed` in place of SQLite's own errors. */
export class SqliteFile {
  private readonly database: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();
  private isOpen = true;

  /** @param path - A file, created with its folders where it is missing, or `:memory:`. */
  constructor(readonly path: string) {
    try {
      this.database = openDatabase(path);
    } catch (error) {
      throw explain(error, path);
    }
  }

  all<Row>(sql: string, ...values: readonly SQLInputValue[]): Row[] {
    return this.use(sql, (statement) => statement.all(...values) as Row[]);
  }

  run(sql: string, ...values: readonly SQLInputValue[]): void {
    this.use(sql, (statement) => statement.run(...values));
  }

  /** Calls `act` in a transaction: either all of its changes are in the file, or none. */
  transact(act: () => void): void {
    this.run("BEGIN IMMEDIATE");
    try {
      act();
      this.run("COMMIT");
    } catch (error) {
      try {
        this.run("ROLLBACK");
      } catch {
        // Some errors, such as a full disk, end the transaction by themselves.
      }
      throw error;
    }
  }

  close(): void {
    if (this.isOpen) this.database.close();
    this.isOpen = false;
  }

  private use<Result>(sql: string, act: (statement: StatementSync) => Result): Result {
    if (!this.isOpen) throw new RostrumError("storage-failed", { place: this.path, fault: "closed" });
    try {
      const statement = this.statements.get(sql) ?? this.database.prepare(sql);
      this.statements.set(sql, statement);
      return act(statement);
    } catch (error) {
      throw explain(error, this.path);
    }
  }
}
