import { checkVersion } from "../../core/state/saved-format.js";

/**
 * Version 2 numbers a thread's checkpoints in the order in which they were saved; before version 2, checkpoints were
 * ordered by id. Version 3 records the thread to which each text belongs. Version 4 has columns and indexes for lists
 * of threads. Version 5 has the tables and columns that a queue needs in PostgreSQL.
 */
export const databaseVersion = 5;

/** @throws `unreadable-save` if a newer version of Rostrum created the tables, or if the version is invalid. */
export const checkDatabaseVersion = (found: unknown, place: string): number =>
  checkVersion("database", place, found, databaseVersion);
