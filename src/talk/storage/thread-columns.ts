/** The columns of a thread's row that repeat values of its record, so that lists do not read every record. */
import { parseRecord, type ThreadRecord } from "./threads.js";

export interface ThreadColumns {
  readonly state: string;
  readonly updated: string;
  /** The text in which lists search. */
  readonly search: string;
  readonly owner: string | null;
}

/** Prepares text for comparison. Removes null characters, which PostgreSQL cannot store. */
const fold = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll("\0", "");

/** The words that a thread's column `search` must contain. */
export const wordsOf = (search: string): string[] => fold(search).split(/\s+/).filter(Boolean);

export function columnsOf({ name, title, input, state, updatedAt, owner = null }: ThreadRecord): ThreadColumns {
  const texts = [name, title, input["topic"]].filter((text) => typeof text === "string");
  return { state, updated: updatedAt, search: fold(texts.join("\n")), owner };
}

/** Returns the columns of a row of an older database. A damaged record comes last in lists. */
export function columnsOfSaved(record: string, name: string): ThreadColumns {
  try {
    return columnsOf(parseRecord(record, name, () => true));
  } catch {
    return { state: "", updated: new Date(0).toISOString(), search: "", owner: null };
  }
}
