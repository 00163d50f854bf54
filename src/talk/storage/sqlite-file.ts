/** The SQLite file that holds conversations. Opening never changes a file of another program. */
import { closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { RostrumError } from "../../errors/rostrum-error.js";
import { storageFailed } from "../../errors/storage-failure.js";
import { checkDatabaseVersion, databaseVersion } from "./database-version.js";
import { columnsOfSaved } from "./thread-columns.js";

/** How long a statement waits for another connection, in milliseconds. */
const busyTimeoutMs = 5000;

/** Identifies Rostrum's files in their SQLite header: “rstm” in ASCII. */
const applicationId = 0x7273746d;

/**
 * `WITHOUT ROWID` stores the long keys only once, without a second copy in an index. `contents` has row ids, so that
 * texts are appended to the table. Without row ids, the texts would be ordered by their random hashes and spread over
 * the file. `sequence` counts a thread's checkpoints in the order of saving, because LangGraph's ids follow the clock,
 * which can go back. Rows from database version 1 have the sequence 0 and are ordered by id. The indexes of `threads`
 * contain all columns that a list needs to select and sort threads, because rows contain large records. A thread that
 * is locked before it is first saved has no record and no time.
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
CREATE INDEX IF NOT EXISTS checkpoint_steps ON checkpoints (thread_id, metadata -> 'step', sequence, checkpoint_id);
CREATE TABLE IF NOT EXISTS writes (
  thread_id TEXT, checkpoint_ns TEXT, checkpoint_id TEXT, task_id TEXT, idx INTEGER,
  task_path TEXT NOT NULL, channel TEXT NOT NULL, type TEXT NOT NULL, value BLOB NOT NULL,
  PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id, task_id, idx)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS threads (
  name TEXT PRIMARY KEY, record TEXT, holder TEXT,
  state TEXT NOT NULL DEFAULT '', updated TEXT NOT NULL DEFAULT '', search TEXT NOT NULL DEFAULT '', owned_by TEXT
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS threads_by_time ON threads (updated, name, state, holder, search, owned_by);
CREATE INDEX IF NOT EXISTS threads_of_owner ON threads (owned_by, updated, name, state, holder, search)
  WHERE owned_by IS NOT NULL;
CREATE INDEX IF NOT EXISTS holders ON threads (holder) WHERE state IN ('queued', 'running');`;

const addThreadColumns = `ALTER TABLE threads RENAME COLUMN owner TO holder;
ALTER TABLE threads ADD COLUMN state TEXT NOT NULL DEFAULT '';
ALTER TABLE threads ADD COLUMN updated TEXT NOT NULL DEFAULT '';
ALTER TABLE threads ADD COLUMN search TEXT NOT NULL DEFAULT '';
ALTER TABLE threads ADD COLUMN owned_by TEXT;`;

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

/** Changes the tables of an older version, and creates missing ones. */
function updateTables(database: DatabaseSync, found: number): void {
  if (found === 1) database.exec("ALTER TABLE checkpoints ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0");
  if (found === 1 || found === 2) database.exec("ALTER TABLE contents ADD COLUMN thread TEXT");
  const hasColumns = found === 0 || found === databaseVersion;
  if (!hasColumns) database.exec(addThreadColumns);
  database.exec(tables);
  if (hasColumns) return;
  const update = database.prepare("UPDATE threads SET state = ?, updated = ?, search = ?, owned_by = ? WHERE name = ?");
  const rows = database.prepare("SELECT name, record FROM threads WHERE record IS NOT NULL").all();
  for (const { name, record } of rows as { name: string; record: string }[]) {
    const { state, updated, search, owner } = columnsOfSaved(record, name);
    update.run(state, updated, search, owner, name);
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
      updateTables(database, version());
      database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${databaseVersion}; COMMIT`);
    }
    // With a write-ahead log, `NORMAL` loses nothing if the process dies, and does not wait for the disk at each step.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    return database;
  } catch (error) {
    database.close();
    throw error;
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
      // A file of an older version may contain what that version deleted. It has to be vacuumed once as a whole, and can
      // give space back from then on.
      const isOld = this.database.prepare("PRAGMA auto_vacuum").get()?.["auto_vacuum"] === 0;
      const vacuum = isOld ? "PRAGMA auto_vacuum = INCREMENTAL; VACUUM" : "PRAGMA incremental_vacuum";
      this.database.exec(`PRAGMA busy_timeout = 0; ${vacuum}; PRAGMA wal_checkpoint(TRUNCATE)`);
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
