/**
 * Lock files, which show whether the process that created them is still alive. The operating system unlocks a file when
 * its process ends for any reason, but not while the process is suspended. Each file has a new name, so an unlocked
 * file is never locked again.
 */
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { storageFailed } from "../../errors/storage-failure.js";

export interface LockFile {
  /** The end of the file's name. */
  readonly id: string;
  unlock(): void;
}

/** Creates a file whose path begins with `prefix`, and locks it until `unlock` or until this process ends. */
export function createLockFile(prefix: string): LockFile {
  const id = randomUUID();
  const path = `${prefix}${id}`;
  const lock = new DatabaseSync(path);
  const unlock = () => {
    lock.close();
    rmSync(path, { force: true, maxRetries: 5 });
  };
  try {
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    unlock();
    const failure = storageFailed(error, path);
    if (failure.details.fault === "locked") return createLockFile(prefix);
    throw failure;
  }
  // Another process may have removed the file before it was locked, because it looked like a dead process's file.
  if (existsSync(path)) return { id, unlock };
  unlock();
  return createLockFile(prefix);
}

/**
 * If the file is unlocked, calls `act` while no process can lock it, and returns true. If the file is locked, only
 * returns false; if it does not exist, only returns true.
 */
function whileUnlocked(path: string, act: () => void = () => {}): boolean {
  if (!existsSync(path)) return true;
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { readOnly: true });
    // SQLite keeps a shared lock on the file until the transaction ends.
    file.exec("BEGIN; PRAGMA schema_version");
    act();
    return true;
  } catch (error) {
    const failure = storageFailed(error, path);
    if (failure.details.fault === "locked") return false;
    // Another process has removed the file in the meantime.
    if (!existsSync(path)) return true;
    throw failure;
  } finally {
    file?.close();
  }
}

export const isLockFileLocked = (path: string): boolean => !whileUnlocked(path);

/** Removes the lock files of dead processes. Skips files that cannot be removed. */
export function sweepLockFiles(prefix: string): void {
  const folder = dirname(prefix);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(basename(prefix))) continue;
    const path = join(folder, name);
    const remove = () => rmSync(path, { force: true });
    try {
      // Windows cannot remove an open file, so the file is removed after the check. If another process opens the file
      // in between, the removal fails.
      if (whileUnlocked(path, process.platform === "win32" ? () => {} : remove)) remove();
    } catch {
      // The file remains, which is harmless.
    }
  }
}
