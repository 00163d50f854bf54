/** The version of the tables that hold conversations. */
import { checkVersion } from "../../core/state/saved-format.js";

/** Version 2 numbers the checkpoints of a thread in the order of saving. Before it, development versions ordered them by their ids. */
export const databaseVersion = 2;

/** Throws `unreadable-save` for tables of a newer Rostrum, or of a version that there never was. */
export const checkDatabaseVersion = (found: unknown, place: string): number =>
  checkVersion("database", place, found, databaseVersion);
