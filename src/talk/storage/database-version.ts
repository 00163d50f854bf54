/** The version of the tables that hold conversations. */
import { checkVersion } from "../../core/state/saved-format.js";

/**
 * Version 2 numbers a thread's checkpoints in the order of saving; before, they were ordered by id. Version 3 records
 * which thread each text belongs to. Version 4 has columns and indexes for lists of threads. Version 5, in PostgreSQL,
 * has what a queue needs.
 */
export const databaseVersion = 5;

/** Throws `unreadable-save` if a newer version of Rostrum created the tables, or if the version is invalid. */
export const checkDatabaseVersion = (found: unknown, place: string): number =>
  checkVersion("database", place, found, databaseVersion);
