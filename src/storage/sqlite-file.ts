/** The SQLite file that conversations are kept in: opened with care, so that a file that is not ours stays as it is. */
import { closeSync, existsSync, mkdirSync, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type Database from "better-sqlite3";
import { RostrumError, type Words } from "../errors.js";
import { openLastingDatabase } from "./lasting-database.js";
import { storageFailed } from "./storage-failure.js";

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
const reasons: readonly (readonly [RegExp, Words])[] = [
  [/^EISDIR/, { en: "it is a folder; name a file", zh: "这是文件夹；请写文件名" }],
  [
    /^(SQLITE_(READONLY|PERM|AUTH)|EACCES|EPERM|EROFS)/,
    {
      en: "it cannot be written to; check its permissions, or choose another file",
      zh: "无法写入；请检查权限，或换一个文件",
    },
  ],
  [
    /^(SQLITE_CANTOPEN|ENOTDIR|ENOENT)/,
    {
      en: "it cannot be opened; check that its folder exists and can be written to",
      zh: "无法打开；请检查所在文件夹是否存在、能否写入",
    },
  ],
  [
    /^(SQLITE_(FULL|IOERR)|ENOSPC)/,
    {
      en: "the disk is full or cannot be written to; make room and go on with the same thread",
      zh: "磁盘已满或无法写入；腾出空间后可继续同一场对话",
    },
  ],
  [
    /^SQLITE_(CORRUPT|NOTADB)/,
    {
      en: "it is damaged, or no file of this kind; restore a copy, or choose another file",
      zh: "文件已损坏，或不是这类文件；请恢复备份，或换一个文件",
    },
  ],
  [
    /^SQLITE_(BUSY|LOCKED)/,
    { en: "another process is writing to it; try again when it is done", zh: "另一个进程正在写入；请等它结束后再试" },
  ],
];

/** SQLite's error in words that say what to do; other errors stay as they are. */
export function explainSqlite(error: unknown, file: string): unknown {
  if (RostrumError.isInstance(error)) return error;
  const code = String((error as NodeJS.ErrnoException | undefined)?.code ?? "");
  const reason = reasons.find(([pattern]) => pattern.test(code))?.[1];
  return reason ? storageFailed(file, reason, { detail: code, cause: error }) : error;
}

/** Files that are not ours to write to. */
const foreign = {
  notSqlite: { en: "it is no SQLite file; choose another file", zh: "不是 SQLite 文件；请换一个文件" },
  otherProgram: {
    en: "it is a database of another program; choose another file",
    zh: "这是别的程序的数据库；请换一个文件",
  },
  newerVersion: {
    en: "it was written by a newer version of Rostrum; update Rostrum, or choose another file",
    zh: "由更新版本的 Rostrum 写成；请更新 Rostrum，或换一个文件",
  },
  cutShort: {
    en: "its end is missing; restore a copy, or choose another file",
    zh: "文件末尾缺失；请恢复备份，或换一个文件",
  },
} satisfies Record<string, Words>;

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
  if (!header.isSqlite) throw storageFailed(file, foreign.notSqlite);
  if (header.application !== applicationId) throw storageFailed(file, foreign.otherProgram);
  if (header.version > formVersion) throw storageFailed(file, foreign.newerVersion);
  if (size < header.size) throw storageFailed(file, foreign.cutShort);
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
