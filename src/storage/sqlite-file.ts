/** The SQLite file that conversations are kept in: opened with care, so that a file that is not ours stays as it is. */
import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type Database from "better-sqlite3";
import { RostrumError } from "../errors.js";
import type { StorageFault } from "../locales/error-words.js";
import { openLastingDatabase } from "./lasting-database.js";

/** Tells our files from others ("rstm"), and one form of them from the next: since 2, checkpoints have their settled channels under a hash. */
const applicationId = 0x7273746d;
const formVersion = 2;

/**
 * Ours, and the two of LangGraph's saver, which makes them only where they are missing: without row numbers, so that their
 * long keys are stored once and not a second time in an index.
 */
const tables = `
CREATE TABLE IF NOT EXISTS contents (hash TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS checkpoints (
  thread_id TEXT NOT NULL, checkpoint_ns TEXT NOT NULL DEFAULT '', checkpoint_id TEXT NOT NULL,
  parent_checkpoint_id TEXT, type TEXT, checkpoint BLOB, metadata BLOB,
  PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS writes (
  thread_id TEXT NOT NULL, checkpoint_ns TEXT NOT NULL DEFAULT '', checkpoint_id TEXT NOT NULL,
  task_id TEXT NOT NULL, idx INTEGER NOT NULL, channel TEXT NOT NULL, type TEXT, value BLOB,
  PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id, task_id, idx)
) WITHOUT ROWID;`;

/** What the error codes of SQLite and of the file system mean to a person. */
const faults: readonly (readonly [RegExp, StorageFault])[] = [
  [/^EISDIR/, "folder"],
  [/^(SQLITE_(READONLY|PERM|AUTH)|EACCES|EPERM|EROFS)/, "read-only"],
  [/^(SQLITE_CANTOPEN|ENOTDIR|ENOENT)/, "cannot-open"],
  [/^(SQLITE_(FULL|IOERR)|ENOSPC)/, "disk-full"],
  [/^SQLITE_(CORRUPT|NOTADB)/, "damaged"],
  [/^SQLITE_(BUSY|LOCKED)/, "busy"],
];

/** SQLite's error in words that say what to do; other errors stay as they are. */
export function explainSqlite(error: unknown, file: string): unknown {
  if (RostrumError.isInstance(error)) return error;
  const code = String((error as NodeJS.ErrnoException | undefined)?.code ?? "");
  const fault = faults.find(([pattern]) => pattern.test(code))?.[1];
  return fault ? new RostrumError("storage-failed", { place: file, fault, reason: code, cause: error }) : error;
}

/** What stands in the first hundred bytes of SQLite's files: https://www.sqlite.org/fileformat.html */
function readHeader(file: string) {
  const header = Buffer.alloc(100);
  const handle = openSync(file, "r");
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  const pageSize = header.readUInt16BE(16);
  return {
    isSqlite: header.toString("latin1", 0, 16) === "SQLite format 3\u0000",
    // The size is a valid one where the last writer wrote it.
    size:
      header.readUInt32BE(24) === header.readUInt32BE(92)
        ? header.readUInt32BE(28) * (pageSize === 1 ? 65_536 : pageSize)
        : 0,
    version: header.readUInt32BE(60),
    application: header.readUInt32BE(68),
  };
}

/** Throws where the file is not one that this version may write to. Reads only, and not through SQLite: that might write. */
function checkFile(file: string): void {
  const { size } = statSync(file);
  if (size === 0) return;
  const header = readHeader(file);
  const refuse = (fault: StorageFault) => new RostrumError("storage-failed", { place: file, fault });
  if (!header.isSqlite) throw refuse("not-sqlite");
  if (header.application !== applicationId) throw refuse("other-program");
  if (header.version > formVersion) throw refuse("newer-version");
  if (size < header.size) throw refuse("truncated");
}

/** Opens the file, or makes it, with the folders above it. Throws `storage-failed` with what to do about it. */
export function openSqliteFile(file: string): Database.Database {
  try {
    const isNew = !existsSync(file) || statSync(file).size === 0;
    if (isNew) mkdirSync(dirname(file), { recursive: true });
    else checkFile(file);
    const database = openLastingDatabase(file, { timeout: 5000 });
    if (isNew) {
      // Both have to stand in the file itself, and so come before its write-ahead log.
      // A row over a quarter of a page takes further pages for itself alone: a checkpoint is to stay under that.
      database.pragma("page_size = 16384");
      database.pragma(`application_id = ${applicationId}`);
    }
    database.pragma("journal_mode = WAL");
    // An older file is read as it is, but no older version can read what may be added from now on. It looks for this in the file itself.
    if (database.pragma("user_version", { simple: true }) !== formVersion) {
      database.pragma(`user_version = ${formVersion}`);
      database.pragma("wal_checkpoint(PASSIVE)");
    }
    // With a write-ahead log this loses nothing when the process dies, and waits for no disk at every step.
    database.pragma("synchronous = NORMAL");
    database.exec(tables);
    return database;
  } catch (error) {
    throw explainSqlite(error, file);
  }
}
