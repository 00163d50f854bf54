/** The SQLite file that contains conversations. Opening a file never changes it if it belongs to another program. */
import { accessSync, constants, mkdirSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { RostrumError } from "../../errors/rostrum-error.js";
import { storageFailed } from "../../errors/storage-failure.js";
import { checkDatabaseVersion, databaseVersion } from "./database-version.js";
import { columnsOfSaved } from "./thread-columns.js";

/** How long to wait while another connection locks the file, in milliseconds. Waiting does not block the process. */
const patienceMs = 30_000;

/** Like `patienceMs`, but for shrinking the file, which a later call can do instead. */
const shrinkPatienceMs = 2000;

const maxDelayMs = 50;

/** Identifies Rostrum's files in the SQLite header: “rstm” in ASCII. */
const applicationId = 0x7273746d;

/**
 * The key is part of the SQL, because SQLite uses its index of steps only for a constant key. A row with damaged JSON
 * counts as having no fields; otherwise, a single such row would break the index, and the file could not be opened.
 */
export const metadataField = (key: string): string =>
  `CASE WHEN json_valid(metadata) THEN metadata -> '${key.replaceAll("'", "''")}' END`;

/**
 * `WITHOUT ROWID` stores the long keys only once, without a second copy in an index. `contents` has row ids, so that
 * texts are appended to the table; without them, texts would be ordered by their random hashes and spread over the
 * file. `sequence` counts a thread's checkpoints in the order of saving, because LangGraph's ids follow the clock,
 * which can go back. Rows from database version 1 have the sequence 0 and are ordered by id. `threads_by_time` and
 * `threads_of_owner` contain all columns that lists need to select and sort threads, because rows contain large
 * records. A thread locked before its first save has no record and no time.
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
CREATE INDEX IF NOT EXISTS checkpoint_steps ON checkpoints (thread_id, ${metadataField("step")}, sequence, checkpoint_id);
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
CREATE INDEX IF NOT EXISTS holders ON threads (holder) WHERE state IN ('queued', 'running');
CREATE TABLE IF NOT EXISTS inbox (
  namespace TEXT, key TEXT, value TEXT NOT NULL, created TEXT NOT NULL, PRIMARY KEY (namespace, key)
) WITHOUT ROWID;`;

const addThreadColumns = `ALTER TABLE threads RENAME COLUMN owner TO holder;
ALTER TABLE threads ADD COLUMN state TEXT NOT NULL DEFAULT '';
ALTER TABLE threads ADD COLUMN updated TEXT NOT NULL DEFAULT '';
ALTER TABLE threads ADD COLUMN search TEXT NOT NULL DEFAULT '';
ALTER TABLE threads ADD COLUMN owned_by TEXT;`;

/** Throws unless this version of Rostrum may write to the file. */
function checkFile(path: string): void {
  // Does not open the file outside SQLite, because closing it would release the locks of this process's connections.
  accessSync(path, constants.R_OK | constants.W_OK);
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const { application_id, user_version, page_count, tables } = database
      .prepare(
        `SELECT application_id, user_version, page_count, (SELECT count(*) FROM sqlite_schema) AS tables
         FROM pragma_application_id, pragma_user_version, pragma_page_count`,
      )
      .get() as Readonly<Record<"application_id" | "user_version" | "page_count" | "tables", number>>;
    // If `auto_vacuum` is set, SQLite writes an empty database before the process creates the tables. SQLite also
    // treats a file of one byte as empty, with no pages, but such a file may belong to another program.
    if (application_id === 0 && tables === 0 && page_count > 0) return;
    if (application_id !== applicationId)
      throw new RostrumError("storage-failed", { place: path, fault: "other-program" });
    checkDatabaseVersion(user_version, path);
  } finally {
    database.close();
  }
}

function updateTables(database: DatabaseSync, found: number): void {
  if (found === 1) database.exec("ALTER TABLE checkpoints ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0");
  if (found === 1 || found === 2) database.exec("ALTER TABLE contents ADD COLUMN thread TEXT");
  const hasColumns = found === 0 || found >= 4;
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
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory()) throw new RostrumError("storage-failed", { place: path, fault: "folder" });
    if (found && found.size > 0) checkFile(path);
    else mkdirSync(dirname(path), { recursive: true });
  }
  const database = new DatabaseSync(path);
  try {
    // Rows above a quarter of a page need extra pages. With this page size, few checkpoints are that large.
    database.exec("PRAGMA page_size = 16384; PRAGMA auto_vacuum = INCREMENTAL");
    // Overwrites deleted data.
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
    // A long conversation has more pages of hashes than SQLite's default cache of 2 MB can hold.
    database.exec("PRAGMA cache_size = -32000");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const isLocked = (error: unknown) => RostrumError.isInstance(error) && error.details.fault === "locked";

/**
 * Repeats `act` as long as another connection prevents it. Unlike SQLite's own busy timeout, waits without blocking the
 * process.
 *
 * @param deadline - The time of `performance.now` at which to give up. Default: half a minute from now.
 */
async function untilUnlocked<Result>(
  act: () => Result | Promise<Result>,
  deadline = performance.now() + patienceMs,
): Promise<Result> {
  for (let delay = 1; ; delay = Math.min(2 * delay, maxDelayMs)) {
    try {
      return await act();
    } catch (error) {
      if (!isLocked(error) || performance.now() >= deadline) throw error;
    }
    const pause = delay;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function identify(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

function explain<Result>(path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw storageFailed(error, path);
  }
}

/** A SQLite database. Its methods throw `storage-failed` instead of SQLite's own errors. */
export class SqliteFile {
  private readonly statements = new Map<string, StatementSync>();
  /**
   * The absolute path without symbolic links, which is the same for all processes, or `:memory:`. The path remains
   * valid if this process changes its working folder. Messages contain `path` instead.
   */
  readonly realPath: string;
  private readonly identity: string | undefined;
  /** Resolves when the last call to `use` has finished; undefined if it already has. */
  private last: Promise<unknown> | undefined;

  /** @param path - A file, which is created with its folders if it is missing, or `:memory:`. */
  constructor(
    readonly path: string,
    private readonly database = explain(path, () => openDatabase(path)),
  ) {
    this.realPath = path === ":memory:" ? path : explain(path, () => realpathSync(path));
    this.identity = identify(this.realPath);
  }

  /** Like the constructor, but waits while another process locks the file, for example to create its tables. */
  static async open(path: string): Promise<SqliteFile> {
    return untilUnlocked(() => new SqliteFile(path));
  }

  /** Throws immediately if another connection locks the file. Call this in `use` or `transact`, which wait. */
  all<Row>(sql: string, ...values: readonly SQLInputValue[]): Row[] {
    return explain(this.path, () => this.prepare(sql).all(...values) as Row[]);
  }

  /** Throws immediately if another connection locks the file. Call this in `transact`, which waits. */
  run(sql: string, ...values: readonly SQLInputValue[]): void {
    explain(this.path, () => this.prepare(sql).run(...values));
  }

  /**
   * Calls `act` after all earlier calls, so that changes are saved in the order of the calls. If another connection
   * prevents it, repeats the call for up to `forMs` milliseconds.
   */
  use<Result>(act: () => Result, forMs = patienceMs): Promise<Result> {
    const deadline = performance.now() + forMs;
    const result = this.last ? this.last.then(() => untilUnlocked(act, deadline)) : untilUnlocked(act, deadline);
    const last = result
      .catch(() => {})
      .then(() => {
        if (this.last === last) this.last = undefined;
      });
    this.last = last;
    return result;
  }

  /**
   * Calls `act` in a transaction, so that either all or none of its changes are saved. Like `use`, waits for its turn,
   * and calls `act` again in a new transaction if another connection prevents it.
   */
  transact<Result>(act: () => Result): Promise<Result> {
    return this.use(() => {
      this.checkPlace();
      this.run("BEGIN IMMEDIATE");
      try {
        const result = act();
        this.run("COMMIT");
        return result;
      } catch (error) {
        try {
          this.run("ROLLBACK");
        } catch {
          // Some errors, such as a full disk, have already ended the transaction.
        }
        throw error;
      }
    });
  }

  /**
   * Returns deleted rows' space to the operating system, and empties the write-ahead log, which still contains them. If
   * another connection prevents this, gives up after two seconds; the next call tries again.
   */
  shrink(): Promise<void> {
    const deadline = performance.now() + shrinkPatienceMs;
    // Each attempt waits for its turn, so that other calls can run in between. Ignores failures, such as a full disk.
    return untilUnlocked(() => this.use(() => this.tryShrinking(), 0), deadline).catch(() => {});
  }

  private tryShrinking(): void {
    // A file from an older version may still contain data that the older version deleted. Such a file must be vacuumed
    // completely once; after that, it can return space.
    const isOld = this.all<{ auto_vacuum: number }>("PRAGMA auto_vacuum")[0]?.auto_vacuum === 0;
    const vacuum = isOld ? "PRAGMA auto_vacuum = INCREMENTAL; VACUUM" : "PRAGMA incremental_vacuum";
    explain(this.path, () => this.database.exec(vacuum));
    // While another connection is reading the log, this pragma does not fail, but returns 1 as `busy`.
    const [log] = this.all<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)");
    if (log?.busy === 1) throw new RostrumError("storage-failed", { place: this.path, fault: "locked" });
  }

  close(): Promise<void> {
    return this.use(() => {
      try {
        this.database.close();
      } catch {
        // The database is already closed.
      }
    });
  }

  /** Throws if the file has been removed or replaced, because changes would go to the old file and be lost. */
  private checkPlace(): void {
    if (identify(this.realPath) !== this.identity)
      throw new RostrumError("storage-failed", { place: this.path, fault: "file-gone" });
  }

  private prepare(sql: string): StatementSync {
    const statement = this.statements.get(sql) ?? this.database.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}
