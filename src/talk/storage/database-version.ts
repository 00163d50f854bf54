/** The version of the tables that hold conversations. */
import { checkVersion } from "../../core/state/saved-format.js";

/**
 * Version 2 numbers a thread's checkpoints in the order of saving. Development versions before it ordered them by id.
 */
export const databaseVersion = 2;

/** Throws `unreadable-save` for tables of a newer Rostrum, and for an invalid version. */
export const checkDatabaseVersion = (found: unknown, place: string): number =>
  checkVersion("database", place, found, databaseVersion);
