/** The columns that repeat values of a thread's record, so that lists do not need to read every record. */
import { searchableText } from "../../core/text/search.js";
import { parseRecord, type ThreadRecord } from "./threads.js";

export interface ThreadColumns {
  readonly state: string;
  readonly updated: string;
  /** The text in which list searches look for words. */
  readonly search: string;
  readonly owner: string | null;
}

export function columnsOf({ name, title, input, state, updatedAt, owner = null }: ThreadRecord): ThreadColumns {
  // Leaves out the owner's prefix.
  const search = searchableText(name.slice(name.indexOf(":") + 1), title, input["topic"]);
  return { state, updated: updatedAt, search, owner };
}

/** Like `columnsOf`, for a record as text. A damaged record comes last in lists. */
export function columnsOfSaved(record: string, name: string): ThreadColumns {
  try {
    return columnsOf(parseRecord(record, name, () => true));
  } catch {
    return { state: "", updated: new Date(0).toISOString(), search: "", owner: null };
  }
}
