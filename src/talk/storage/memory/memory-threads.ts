/** Keeps threads in memory, for browsers. In Node.js, `memory` is a SQLite database. */
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { wordsOf } from "../../../core/text/search.js";
import { RostrumError } from "../../../errors/rostrum-error.js";
import { inboxOf } from "../../../graph/inbox/inbox.js";
import { InboxStore } from "../inbox-store.js";
import { columnsOf, type ThreadColumns } from "../thread-columns.js";
import { parseRecord, type ThreadQuery, type ThreadRecord, type Threads, writeRecord } from "../threads.js";
import { MemorySerializer } from "./memory-serializer.js";

/** The name of the memory in errors. */
const place = "memory";

class MemoryCheckpointer extends MemorySaver {
  constructor() {
    super();
    this.serde = new MemorySerializer(this.serde, place);
  }

  async close(): Promise<void> {}
}

/**
 * A record as text, so that callers cannot change it after it is saved, and the columns that lists use to select it.
 */
interface SavedThread {
  readonly name: string;
  readonly text: string;
  readonly columns: ThreadColumns;
}

interface InboxRow {
  readonly value: string;
  readonly created: string;
}

/** Compares texts by code point, like the databases. */
function compareTexts(left: string, right: string): number {
  const others = [...right];
  for (const [index, character] of [...left].entries()) {
    const difference = (character.codePointAt(0) ?? 0) - (others[index]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Compares threads in list order: latest first. */
const inOrderOfLists = (left: Pick<ThreadRecord, "name" | "updatedAt">, right: typeof left): number =>
  compareTexts(right.updatedAt, left.updatedAt) || compareTexts(right.name, left.name);

export class MemoryThreads implements Threads {
  readonly checkpointer = new MemoryCheckpointer();
  readonly inbox: InboxStore;
  private readonly saved = new Map<string, SavedThread>();
  private readonly taken = new Set<string>();
  /** The entries in each namespace, by key. */
  private readonly entries = new Map<string, Map<string, InboxRow>>();

  constructor() {
    const rowsOf = (namespace: string) => this.entries.get(namespace) ?? new Map<string, InboxRow>();
    this.inbox = new InboxStore(
      {
        read: async (namespace) =>
          [...rowsOf(namespace)].map(([key, row]) => ({ key, ...row })).sort((a, b) => compareTexts(a.key, b.key)),
        write: async (namespace, key, value, created) => {
          this.entries.set(namespace, rowsOf(namespace).set(key, { value, created }));
        },
        erase: async (namespace, key) => rowsOf(namespace).delete(key),
      },
      place,
    );
  }

  async list({ limit, after, search = "", states, owner }: ThreadQuery = {}): Promise<ThreadRecord[]> {
    const words = wordsOf(search);
    const found = [...this.saved.values()]
      .filter(({ columns }) => owner === undefined || columns.owner === owner)
      .filter(({ columns }) => words.every((word) => columns.search.includes(word)))
      .map((thread) => this.read(thread))
      .filter((record) => !states || states.includes(record.state))
      .filter((record) => !after || inOrderOfLists(after, record) < 0)
      .sort(inOrderOfLists);
    return found.slice(0, limit);
  }

  async find(name: string): Promise<ThreadRecord | undefined> {
    const thread = this.saved.get(name);
    return thread && this.read(thread);
  }

  async save(record: ThreadRecord): Promise<void> {
    const { name } = record;
    this.saved.set(name, { name, text: writeRecord(record), columns: columnsOf(record) });
  }

  async remove(name: string): Promise<void> {
    await this.checkpointer.deleteThread(name);
    this.entries.delete(JSON.stringify(inboxOf(name)));
    this.saved.delete(name);
  }

  async take(name: string): Promise<void> {
    if (this.taken.has(name)) throw new RostrumError("thread-in-use", { thread: name });
    this.taken.add(name);
  }

  async release(name: string): Promise<void> {
    this.taken.delete(name);
  }

  async close(): Promise<void> {
    this.taken.clear();
  }

  private read({ name, text }: SavedThread): ThreadRecord {
    return parseRecord(text, name, () => this.taken.has(name));
  }
}
