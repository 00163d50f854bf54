/** Keeps threads in memory, for browsers. In Node.js, `memory` is a SQLite database. */
import { RostrumError } from "../../../errors/rostrum-error.js";
import { inboxOf } from "../../../graph/inbox/inbox.js";
import { InboxStore } from "../inbox-store.js";
import type { ThreadQuery, ThreadRecord, Threads } from "../threads.js";
import { MemoryCheckpointer } from "./memory-checkpointer.js";
import { compareTexts, readThread, type SavedThread, savedThread, selectThreads } from "./saved-threads.js";

const place = "memory";

interface InboxRow {
  readonly value: string;
  readonly created: string;
}

export class MemoryThreads implements Threads {
  readonly checkpointer = new MemoryCheckpointer(place);
  readonly inbox: InboxStore;
  private readonly saved = new Map<string, SavedThread>();
  private readonly taken = new Set<string>();
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

  async list(query: ThreadQuery = {}): Promise<ThreadRecord[]> {
    return selectThreads(this.saved.values(), query, (name) => this.taken.has(name));
  }

  async find(name: string): Promise<ThreadRecord | undefined> {
    const thread = this.saved.get(name);
    return thread && readThread(thread, (held) => this.taken.has(held));
  }

  async save(record: ThreadRecord): Promise<void> {
    this.saved.set(record.name, savedThread(record));
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
}
