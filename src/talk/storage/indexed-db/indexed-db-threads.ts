/** Keeps threads in the browser's IndexedDB. The Web Locks API releases a page's locks when the page is closed. */
import { RostrumError } from "../../../errors/rostrum-error.js";
import { inboxOf } from "../../../graph/inbox/inbox.js";
import { InboxStore } from "../inbox-store.js";
import { compareTexts, readThread, type SavedThread, savedThread, selectThreads } from "../memory/saved-threads.js";
import type { ThreadQuery, ThreadRecord, Threads } from "../threads.js";
import { BrowserDatabase, keysAfter, resultOf } from "./browser-database.js";
import { IndexedDbCheckpointer } from "./indexed-db-checkpointer.js";

interface LockManager {
  request(name: string, options: { ifAvailable: true }, use: (lock: unknown) => unknown): Promise<unknown>;
  query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>;
}

interface InboxRow {
  readonly key: string;
  readonly value: string;
  readonly created: string;
}

export class IndexedDbThreads implements Threads {
  readonly checkpointer: IndexedDbCheckpointer;
  readonly inbox: InboxStore;
  private readonly database: BrowserDatabase;
  /** The functions that release this page's locks, by thread. */
  private readonly taken = new Map<string, () => Promise<void>>();

  constructor(name: string) {
    const database = new BrowserDatabase(name);
    this.database = database;
    this.checkpointer = new IndexedDbCheckpointer(database);
    this.inbox = new InboxStore(
      {
        read: async (namespace) => {
          const rows = await database.transact("readonly", ({ inbox }) =>
            resultOf(inbox.getAll<InboxRow>(keysAfter(namespace, ""))),
          );
          return rows.sort((a, b) => compareTexts(a.key, b.key));
        },
        write: (namespace, key, value, created) =>
          database.transact("readwrite", ({ inbox }) => resultOf(inbox.put({ key, value, created }, [namespace, key]))),
        erase: (namespace, key) =>
          database.transact("readwrite", ({ inbox }) => resultOf(inbox.delete([namespace, key]))),
      },
      name,
    );
  }

  async list(query: ThreadQuery = {}): Promise<ThreadRecord[]> {
    const [isLocked, saved] = await Promise.all([
      this.findLocks(),
      this.database.transact("readonly", ({ threads }) => resultOf(threads.getAll<SavedThread>())),
    ]);
    return selectThreads(saved, query, isLocked);
  }

  async find(name: string): Promise<ThreadRecord | undefined> {
    const [isLocked, thread] = await Promise.all([
      this.findLocks(),
      this.database.transact("readonly", ({ threads }) => resultOf(threads.get<SavedThread>(name))),
    ]);
    return thread && readThread(thread, isLocked);
  }

  async save(record: ThreadRecord): Promise<void> {
    await this.database.transact("readwrite", ({ threads }) => resultOf(threads.put(savedThread(record), record.name)));
  }

  async remove(name: string): Promise<void> {
    await this.checkpointer.deleteThread(name);
    await this.database.transact("readwrite", async ({ threads, inbox }) => {
      inbox.delete(keysAfter(JSON.stringify(inboxOf(name)), ""));
      await resultOf(threads.delete(name));
    });
  }

  async take(name: string): Promise<void> {
    const lockName = this.lockOf(name);
    const taking = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const released = this.locks.request(lockName, { ifAvailable: true }, (lock) => {
      if (lock === null) throw new RostrumError("thread-in-use", { thread: name });
      taking.resolve();
      return held.promise;
    });
    released.catch(taking.reject);
    await taking.promise;
    this.taken.set(name, async () => {
      held.resolve();
      await released;
    });
  }

  async release(name: string): Promise<void> {
    const release = this.taken.get(name);
    this.taken.delete(name);
    await release?.();
  }

  async close(): Promise<void> {
    for (const name of this.taken.keys()) await this.release(name);
    this.database.close();
  }

  private lockOf(name: string): string {
    return JSON.stringify(["rostrum", this.database.name, name]);
  }

  private get locks(): LockManager {
    const { locks } = globalThis.navigator as object as { readonly locks?: LockManager };
    if (locks) return locks;
    throw new RostrumError("storage-failed", {
      place: this.database.name,
      fault: "cannot-open",
      reason: "the browser has no Web Locks; they need HTTPS or localhost",
    });
  }

  private async findLocks(): Promise<(name: string) => boolean> {
    const { held = [] } = await this.locks.query();
    const names = new Set(held.map(({ name }) => name));
    return (name) => names.has(this.lockOf(name));
  }
}
