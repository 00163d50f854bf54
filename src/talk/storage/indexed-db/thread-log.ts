/**
 * The checkpoints and writes of threads as a log, to which every save adds an entry. A checkpoint's entry holds only
 * the items that its lists do not share with the checkpoint before it, because each step saves the whole conversation
 * again.
 */
import type { MemoryCheckpointer } from "../memory/memory-checkpointer.js";
import type { StoredValue } from "../memory/memory-serializer.js";
import { type BrowserDatabase, type DatabaseStore, keysAfter, resultOf } from "./browser-database.js";

/** What a list shares with the list of the same channel in the checkpoint before it, and its other items. */
interface ListChange {
  readonly kept: number;
  readonly added: readonly string[];
}

type Lists = StoredValue["lists"];

/** A saved checkpoint. `thread`: its thread, by which entries are found. */
export interface SavedCheckpoint {
  readonly namespace: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly checkpoint: StoredValue;
  readonly metadata: StoredValue;
}

/** Writes of one task, by their keys in LangGraph's `MemorySaver`. */
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

/** What this page has read of a thread's log. */
interface Known {
  /** The numbers of the first and the last known entry; 0 if there is none. */
  first: number;
  last: number;
  /** The lists of the last known checkpoint. */
  lists: Lists;
}

/** Receives the entries of a thread's log that this page did not know. */
export interface LogReader {
  onCheckpoint(thread: string, saved: SavedCheckpoint): void;
  onWrites(thread: string, saved: SavedWrites): void;
  /** Called if another page has removed the thread. */
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

  /** Returns the names of all threads with entries. */
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

  /** Adds an entry after reading those that other pages have added, in one transaction. */
  private async add(thread: string, entryFor: (known: Known) => Entry): Promise<void> {
    try {
      await this.database.transact("readwrite", async ({ log }) => {
        const known = await this.read(thread, log);
        known.last = Number(await resultOf(log.put(entryFor(known))));
        known.first ||= known.last;
      });
    } catch (error) {
      // What this page has in memory is not saved, so the next call reads the thread again.
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
    if (first && !(await resultOf(log.get<Entry>(first)))) this.forget(thread);
    const known = this.known.get(thread) ?? { first: 0, last: 0, lists: {} };
    this.known.set(thread, known);
    for (const entry of await resultOf(log.index("thread").getAll<Entry>(keysAfter(thread, known.last)))) {
      known.last = entry.number ?? 0;
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
