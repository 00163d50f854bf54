/** The SQLite file that holds conversations. Opening never changes a file of another program. */
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { RostrumError } from "../../errors/rostrum-error.js";
import { storageFailed } from "../../errors/storage-failure.js";
import { checkDatabaseVersion, databaseVersion } from "./database-version.js";

/** How long a statement waits for another connection, in milliseconds. */
const busyTimeoutMs = 5000;

/** Identifies Rostrum's files in their SQLite header: “rstm” in ASCII. */
const applicationId = 0x7273746d;

/**
 * `WITHOUT ROWID` stores the long keys only once, without a second copy in an index. `contents` has row ids, so that
 * texts are appended to the table. Without row ids, the texts would be ordered by their random hashes and spread over
 * the file. `sequence` counts a thread's checkpoints in the order of saving, because LangGraph's ids follow the clock,
 * which can go back. Rows from database version 1 have the sequence 0 and are ordered by id.
 */
const tables = `
CREATE TABLE IF NOT EXISTS contents (hash TEXT PRIMARY KEY, text TEXT NOT NULL, thread TEXT);
CREATE INDEX IF NOT EXISTS contents_of_thread ON contents (thread);
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

/** Throws unless this version of Rostrum may write to the file. Does not change the file. */
function checkFile(path: string): void {
  // Throws for a folder, and for a file that is not writable.
  closeSync(openSync(path, "r+"));
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    // Waits, because another process may be creating the file.
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
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
    // SQLite needs extra pages for a row that is larger than a quarter of a page. With this page size, few checkpoints
    // are that large.
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA page_size = 16384; PRAGMA auto_vacuum = INCREMENTAL`);
    // Overwrites what is deleted.
    database.exec("PRAGMA secure_delete = ON");
    const version = () => Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
    if (version() < databaseVersion) {
      database.exec("BEGIN IMMEDIATE");
      // Reads the version again, because another process may have changed the tables in the meantime.
      const found = version();
      if (found === 1) database.exec("ALTER TABLE checkpoints ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0");
      if (found === 1 || found === 2) database.exec("ALTER TABLE contents ADD COLUMN thread TEXT");
      database.exec(
        `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${databaseVersion}; ${tables} COMMIT`,
      );
    }
    // With a write-ahead log, `NORMAL` loses nothing if the process dies, and does not wait for the disk at each step.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Locks a file until the caller calls the returned function or the process ends. Creates the file if it is missing; the
 * returned function removes it. Returns undefined if another process has locked the file. Never use the same name
 * again: if two processes waited for the file, one could lock it after the other has removed it.
 */
export function lockFile(path: string): (() => void) | undefined {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path);
    // Waits briefly, because another process may hold the lock only to test it.
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

/** A SQLite database. Its methods throw `storage-failed` instead of SQLite's own errors. */
export class SqliteFile {
  private readonly database: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();

  /** @param path - A file, created with its folders if it is missing, or `:memory:`. */
  constructor(readonly path: string) {
    this.database = this.explain(() => openDatabase(path));
  }

  all<Row>(sql: string, ...values: readonly SQLInputValue[]): Row[] {
    return this.explain(() => this.prepare(sql).all(...values) as Row[]);
  }

  run(sql: string, ...values: readonly SQLInputValue[]): void {
    this.explain(() => this.prepare(sql).run(...values));
  }

  /** Calls `act` in a transaction, so that either all of its changes are saved or none. */
  transact(act: () => void): void {
    this.run("BEGIN IMMEDIATE");
    try {
      act();
      this.run("COMMIT");
    } catch (error) {
      try {
        this.run("ROLLBACK");
      } catch {
        // Some errors, such as a full disk, have already ended the transaction.
      }
      throw error;
    }
  }

  /**
   * Gives the space of deleted rows back to the operating system, and empties the write-ahead log, which still contains
   * the rows. Does nothing while another connection prevents it; the next call makes up for it.
   */
  shrink(): void {
    try {
      this.database.exec("PRAGMA busy_timeout = 0; PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // Another connection is using the file, or the disk is full.
    } finally {
      this.explain(() => this.database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`));
    }
  }

  close(): void {
    try {
      this.database.close();
    } catch {
      // The database is already closed.
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
