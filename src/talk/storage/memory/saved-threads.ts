/** For implementations of `Threads` that read all records to select some. */
import { wordsOf } from "../../../core/text/search.js";
import { columnsOf, type ThreadColumns } from "../thread-columns.js";
import { parseRecord, type ThreadQuery, type ThreadRecord, writeRecord } from "../threads.js";

/**
 * A record as text, so that callers cannot change it after it is saved, and the columns that lists use to select it.
 */
export interface SavedThread {
  readonly name: string;
  readonly text: string;
  readonly columns: ThreadColumns;
}

type IsLocked = (name: string) => boolean;

export const savedThread = (record: ThreadRecord): SavedThread => ({
  name: record.name,
  text: writeRecord(record),
  columns: columnsOf(record),
});

export const readThread = ({ name, text }: SavedThread, isLocked: IsLocked): ThreadRecord =>
  parseRecord(text, name, () => isLocked(name));

/** Compares texts by code point, like the databases. */
export function compareTexts(left: string, right: string): number {
  const others = [...right];
  for (const [index, character] of [...left].entries()) {
    const difference = (character.codePointAt(0) ?? 0) - (others[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

const inOrderOfLists = (left: Pick<ThreadRecord, "name" | "updatedAt">, right: typeof left): number =>
  compareTexts(right.updatedAt, left.updatedAt) || compareTexts(right.name, left.name);

export function selectThreads(
  threads: Iterable<SavedThread>,
  { limit, after, search = "", states, owner }: ThreadQuery,
  isLocked: IsLocked,
): ThreadRecord[] {
  const words = wordsOf(search);
  const found = [...threads]
    .filter(({ columns }) => owner === undefined || columns.owner === owner)
    .filter(({ columns }) => words.every((word) => columns.search.includes(word)))
    .map((thread) => readThread(thread, isLocked))
    .filter((record) => !states || states.includes(record.state))
    .filter((record) => !after || inOrderOfLists(after, record) < 0)
    .sort(inOrderOfLists);
  return found.slice(0, limit);
}
