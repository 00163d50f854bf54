/** The version of the tables that hold conversations. */
import { checkVersion } from "../../core/state/saved-format.js";

/** Version 2 numbers a thread's checkpoints in the order of saving. Earlier development versions ordered them by id. */
export const databaseVersion = 2;

/** Throws `unreadable-save` if a newer version of Rostrum created the tables, or if the version is invalid. */
export const checkDatabaseVersion = (found: unknown, place: string): number =>
  checkVersion("database", place, found, databaseVersion);
