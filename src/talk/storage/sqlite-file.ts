/** The SQLite file that holds conversations. Opening one never changes a file that is not Rostrum's. */
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { RostrumError } from "../../errors/rostrum-error.js";
import { storageFailed } from "../../errors/storage-failure.js";
import { checkDatabaseVersion, databaseVersion } from "./database-version.js";

/** Marks our files in their header ("rstm"). */
const applicationId = 0x7273746d;

/**
 * WITHOUT ROWID stores the long keys once, and not a second time in an index; texts are appended instead, since their random
 * hashes would spread them over the file. `sequence` counts a thread's checkpoints in the order of saving: LangGraph's ids
 * follow the clock, which can go back. In rows of the first format it is 0, and the id counts.
 */
const tables = `
CREATE TABLE IF NOT EXISTS contents (hash TEXT PRIMARY KEY, text TEXT NOT NULL);
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

/** Throws unless this version may write to the file. Reads it only. */
function checkFile(path: string): void {
  // Fails for a folder, and for a file that is not writable.
  closeSync(openSync(path, "r+"));
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    // Another process may be creating it.
    database.exec("PRAGMA busy_timeout = 5000");
    const { application_id, user_version } = database
      .prepare("SELECT application_id, user_version FROM pragma_application_id, pragma_user_version")
      .get() as Readonly<Record<"application_id" | "user_version", number>>;
    if (application_id !== applicationId)
      throw new RostrumError("storage-failed", { place: path, fault: "other-program" });
    checkDatabaseVersion(user_version, path);
  } finally {
    database.close();
  }
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
    if (version() < databaseVersion) {
      database.exec("BEGIN IMMEDIATE");
      // Asks again: meanwhile another process may have done it.
      if (version() === 1) database.exec("ALTER TABLE checkpoints ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0");
      database.exec(
        `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${databaseVersion}; ${tables} COMMIT`,
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

/**
 * Locks a file, which may be missing, until the returned function removes it or the process ends; undefined if another process
 * has it. No name may be used a second time: of two processes that wait for a file, one would lock it after the other removed it.
 */
export function lockFile(path: string): (() => void) | undefined {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path);
    // Long enough for another process that only looks.
    lock.exec("PRAGMA busy_timeout = 50; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return () => {
      lock?.close();
      rmSync(path, { force: true, maxRetries: 5 });
    };
  } catch (error) {
    lock?.close();
    const failure = storageFailed(error, path);
    if (failure.details.fault === "locked") return undefined;
    throw failure;
  }
}

/** Every method throws `storage-failed` in place of SQLite's own errors. */
export class SqliteFile {
  private readonly database: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();

  /** @param path - A file, created with its folders where it is missing, or `:memory:`. */
  constructor(readonly path: string) {
    this.database = this.explain(() => openDatabase(path));
  }

  all<Row>(sql: string, ...values: readonly SQLInputValue[]): Row[] {
    return this.explain(() => this.prepare(sql).all(...values) as Row[]);
  }

  run(sql: string, ...values: readonly SQLInputValue[]): void {
    this.explain(() => this.prepare(sql).run(...values));
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
    try {
      this.database.close();
    } catch {
      // It is closed already.
    }
  }

  private prepare(sql: string): StatementSync {
    const statement = this.statements.get(sql) ?? this.database.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }

  private explain<Result>(act: () => Result): Result {
    try {
      return act();
    } catch (error) {
      throw storageFailed(error, this.path);
    }
  }
}
