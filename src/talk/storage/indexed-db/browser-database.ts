/** Opens an IndexedDB database. Converts its events to promises, and its errors to `storage-failed`. */
import { storageFailed } from "../../../errors/storage-failure.js";
import type { StorageFault } from "../../../words/en/errors.js";

/** The library is compiled with Node.js's types, which lack IndexedDB. */
interface IndexedDb {
  open(name: string, version: number): OpenRequest;
}

interface Listened<Name extends string> {
  addEventListener(name: Name, listener: () => void): void;
}

export interface DatabaseRequest<Result = unknown> extends Listened<"success" | "error"> {
  readonly result: Result;
  readonly error: Error | null;
}

interface OpenRequest extends DatabaseRequest<OpenDatabase> {
  addEventListener(name: "success" | "error" | "upgradeneeded", listener: () => void): void;
}

interface OpenDatabase extends Listened<"versionchange"> {
  createObjectStore(
    name: string,
    options: { autoIncrement?: boolean; keyPath?: string },
  ): {
    createIndex(name: string, keyPath: readonly string[]): void;
  };
  transaction(stores: readonly string[], mode: "readonly" | "readwrite"): Transaction;
  close(): void;
}

interface Transaction extends Listened<"complete" | "abort"> {
  readonly error: Error | null;
  objectStore(name: string): DatabaseStore;
  abort(): void;
}

type Key = string | number | readonly (string | number)[];

interface Readable {
  get<Value>(key: Key): DatabaseRequest<Value | undefined>;
  getAll<Value>(range?: unknown): DatabaseRequest<Value[]>;
  getAllKeys(range?: unknown): DatabaseRequest<Key[]>;
}

export interface DatabaseStore extends Readable {
  getKey(key: Key): DatabaseRequest<Key | undefined>;
  put(value: unknown, key?: Key): DatabaseRequest<Key>;
  delete(keyOrRange: unknown): DatabaseRequest;
  index(name: string): Readable;
}

interface BrowserGlobals {
  readonly indexedDB?: IndexedDb;
  readonly IDBKeyRange: { bound(lower: Key, upper: Key, isLowerOpen?: boolean): unknown };
}

const browser = globalThis as object as BrowserGlobals;

/** The range of the keys whose first part is `first`, and whose second part is above `lower`. */
export const keysAfter = (first: string, lower: string | number): unknown =>
  browser.IDBKeyRange.bound(
    [first, lower],
    [first, typeof lower === "number" ? Number.POSITIVE_INFINITY : "\uffff"],
    true,
  );

const version = 1;

function createStores(database: OpenDatabase): void {
  database.createObjectStore("threads", {});
  database.createObjectStore("inbox", {});
  database
    .createObjectStore("log", { autoIncrement: true, keyPath: "number" })
    .createIndex("thread", ["thread", "number"]);
}

const storeNames = ["threads", "inbox", "log"] as const;
type Stores = Readonly<Record<(typeof storeNames)[number], DatabaseStore>>;

export const resultOf = <Result>(request: DatabaseRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });

const faults: Readonly<Record<string, StorageFault>> = {
  QuotaExceededError: "disk-full",
  InvalidStateError: "closed",
  SecurityError: "cannot-open",
  UnknownError: "disk-failed",
};

export class BrowserDatabase {
  private opened: Promise<OpenDatabase> | undefined;
  private isClosed = false;

  constructor(readonly name: string) {}

  /**
   * Calls `act` with the stores, in one transaction. `act` may await only requests of this transaction. Resolves when
   * all changes are saved. If `act` throws, no change is saved.
   *
   * @throws `storage-failed` if the database cannot be opened or the transaction fails.
   */
  async transact<Result>(mode: "readonly" | "readwrite", act: (stores: Stores) => Promise<Result>): Promise<Result> {
    try {
      const transaction = (await this.open()).transaction(storeNames, mode);
      const [threads, inbox, log] = storeNames.map((name) => transaction.objectStore(name));
      const done = new Promise<void>((resolve, reject) => {
        transaction.addEventListener("complete", resolve);
        transaction.addEventListener("abort", () => reject(transaction.error));
      });
      try {
        const result = await act({ threads, inbox, log } as Stores);
        await done;
        return result;
      } catch (error) {
        // The aborted transaction rejects `done`. Handles this rejection here, because `error` is thrown instead.
        done.catch(() => {});
        if (transaction.error === null) transaction.abort();
        throw error;
      }
    } catch (error) {
      throw storageFailed(error, this.name, faults[(error as Error | null)?.name ?? ""]);
    }
  }

  close(): void {
    this.isClosed = true;
    this.opened?.then(
      (database) => database.close(),
      () => {},
    );
  }

  private open(): Promise<OpenDatabase> {
    if (this.isClosed) throw Object.assign(new Error("the database is closed"), { code: "ERR_INVALID_STATE" });
    this.opened ??= this.openNow().catch((error: unknown) => {
      // The next call tries again.
      this.opened = undefined;
      throw error;
    });
    return this.opened;
  }

  private async openNow(): Promise<OpenDatabase> {
    if (!browser.indexedDB) throw Object.assign(new Error("no IndexedDB"), { code: "ENOENT" });
    const request = browser.indexedDB.open(this.name, version);
    request.addEventListener("upgradeneeded", () => createStores(request.result));
    const database = await resultOf(request);
    // Lets a page with a later version of Rostrum change the database. This page does not open it again: if the other
    // page has removed and re-created the database, what this page knows about its threads is out of date.
    database.addEventListener("versionchange", () => database.close());
    return database;
  }
}
