/** The columns of a thread's row that repeat values of its record, so that lists do not read every record. */
import { isUuid } from "../../base/uuid.js";
import { searchableText } from "../../core/text/search.js";
import { parseRecord, type ThreadRecord } from "./threads.js";

export interface ThreadColumns {
  readonly state: string;
  readonly updated: string;
  /** The text that searches of the list are matched against. */
  readonly search: string;
  readonly owner: string | null;
}

export function columnsOf({ name, title, input, state, updatedAt, owner = null }: ThreadRecord): ThreadColumns {
  // Leaves out the owner's prefix and generated names, because short search words can occur in them by chance.
  const given = name.slice(name.indexOf(":") + 1);
  const search = searchableText(isUuid(given) ? null : given, title, input["topic"]);
  return { state, updated: updatedAt, search, owner };
}

/** Returns the columns of a row of an older database. A damaged record comes last in lists. */
export function columnsOfSaved(record: string, name: string): ThreadColumns {
  try {
    return columnsOf(parseRecord(record, name, () => true));
  } catch {
    return { state: "", updated: new Date(0).toISOString(), search: "", owner: null };
  }
}
