/**
 * Saves the checkpoints and writes of threads in a log, to which every save adds an entry. A checkpoint's entry omits
 * the first items of each list if they are the same as in the thread's previous checkpoint in the log, because each
 * step saves the whole conversation again.
 */
import type { MemoryCheckpointer } from "../memory/memory-checkpointer.js";
import type { StoredValue } from "../memory/memory-serializer.js";
import { type BrowserDatabase, type DatabaseStore, keysAfter, resultOf } from "./browser-database.js";

/**
 * A list, as a change to the same channel's list in the previous checkpoint. `kept`: the number of identical items at
 * the start. `added`: the items after these.
 */
interface ListChange {
  readonly kept: number;
  readonly added: readonly string[];
}

type Lists = StoredValue["lists"];

export interface SavedCheckpoint {
  readonly namespace: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly checkpoint: StoredValue;
  readonly metadata: StoredValue;
}

/** The writes of one task. `place` and the keys of `writes` are the keys that LangGraph's `MemorySaver` uses. */
export interface SavedWrites {
  readonly place: string;
  readonly writes: MemoryCheckpointer["writes"][string];
}

type Entry = { readonly thread: string; readonly number?: number } & (
  | { readonly writes: SavedWrites }
  | {
      readonly checkpoint: Omit<SavedCheckpoint, "checkpoint"> & {
        readonly rest: string;
        readonly lists: Readonly<Record<string, ListChange>>;
      };
    }
);

interface Known {
  /** The numbers of the first and the last known entry; 0 if there is none. */
  first: number;
  last: number;
  lists: Lists;
}

export interface LogReader {
  onCheckpoint(thread: string, saved: SavedCheckpoint): void;
  onWrites(thread: string, saved: SavedWrites): void;
  /** Called if another page has removed the thread, or if saving an entry failed. Must forget the thread's entries. */
  onRemoved(thread: string): void;
}

function changeOf(list: readonly string[], before: readonly string[] = []): ListChange {
  const end = Math.min(list.length, before.length);
  let kept = 0;
  while (kept < end && list[kept] === before[kept]) kept += 1;
  return { kept, added: list.slice(kept) };
}

const mapValues = <Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value, key: string) => Result,
): Record<string, Result> => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]));

export class ThreadLog {
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly database: BrowserDatabase,
    private readonly reader: LogReader,
  ) {}

  /** Reads the entries that other pages, or an earlier visit to this page, have added to a thread. */
  async catchUp(thread: string): Promise<void> {
    await this.database.transact("readonly", ({ log }) => this.read(thread, log));
  }

  async threads(): Promise<string[]> {
    const entries = await this.database.transact("readonly", ({ log }) => resultOf(log.getAll<Entry>()));
    return [...new Set(entries.map(({ thread }) => thread))];
  }

  async addCheckpoint(thread: string, { checkpoint, ...saved }: SavedCheckpoint): Promise<void> {
    const { rest, lists } = checkpoint;
    await this.add(thread, (known) => {
      const changes = mapValues(lists, (list, channel) => changeOf(list, known.lists[channel]));
      known.lists = lists;
      return { thread, checkpoint: { ...saved, rest, lists: changes } };
    });
  }

  async addWrites(thread: string, writes: SavedWrites): Promise<void> {
    await this.add(thread, () => ({ thread, writes }));
  }

  async remove(thread: string): Promise<void> {
    this.known.delete(thread);
    await this.database.transact("readwrite", async ({ log }) => {
      for (const number of await resultOf(log.index("thread").getAllKeys(keysAfter(thread, 0)))) log.delete(number);
    });
  }

  /** One transaction reads the entries that other pages have added, and adds the new entry. */
  private async add(thread: string, entryFor: (known: Known) => Entry): Promise<void> {
    try {
      await this.database.transact("readwrite", async ({ log }) => {
        const known = await this.read(thread, log);
        known.last = Number(await resultOf(log.put(entryFor(known))));
        known.first ||= known.last;
      });
    } catch (error) {
      // This page's memory contains an entry that has not been saved, so the next call reads the whole thread again.
      this.forget(thread);
      throw error;
    }
  }

  private forget(thread: string): void {
    this.known.delete(thread);
    this.reader.onRemoved(thread);
  }

  private async read(thread: string, log: DatabaseStore): Promise<Known> {
    const first = this.known.get(thread)?.first;
    if (first && (await resultOf(log.getKey(first))) === undefined) this.forget(thread);
    const known = this.known.get(thread) ?? { first: 0, last: 0, lists: {} };
    this.known.set(thread, known);
    for (const entry of await resultOf(log.index("thread").getAll<Entry>(keysAfter(thread, known.last)))) {
      // A concurrent call may have read the entry while this call waited for it.
      if (entry.number === undefined || entry.number <= known.last) continue;
      known.last = entry.number;
      known.first ||= known.last;
      if ("writes" in entry) this.reader.onWrites(thread, entry.writes);
      else {
        const { rest, lists, ...saved } = entry.checkpoint;
        known.lists = mapValues(lists, ({ kept, added }, channel) => [
          ...(known.lists[channel] ?? []).slice(0, kept),
          ...added,
        ]);
        this.reader.onCheckpoint(thread, { ...saved, checkpoint: { rest, lists: known.lists } });
      }
    }
    return known;
  }
}
