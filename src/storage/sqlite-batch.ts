/**
 * Writes to a SQLite file, together in one transaction where they come in one turn of the event loop: a step of a graph saves half a
 * dozen things, and SQLite's pages go to its log once for each transaction that touches them.
 *
 * No transaction is left open for the next turn: another connection of the same process would wait for it, and keep it from ending.
 */
import { clearImmediate, setImmediate } from "node:timers";
import type Database from "better-sqlite3";
import type { ContentStore } from "./shared-values.js";

type Write = () => void;

interface Added {
  readonly write: Write;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class SqliteBatch implements ContentStore {
  private readonly insert: Database.Statement<[string, string]>;
  private readonly select: Database.Statement<[string], { hash: string; text: string }>;
  private readonly transact: Database.Transaction<(added: readonly Added[]) => void>;
  /**
   * Texts that are not in the file yet. They go into it before anything that may name them: where there is no room for them, nothing
   * else is written until there is.
   */
  private readonly contents = new Map<string, string>();
  private added: Added[] = [];
  private due: NodeJS.Immediate | undefined;

  constructor(database: Database.Database) {
    this.insert = database.prepare("INSERT OR IGNORE INTO contents (hash, text) VALUES (?, ?)");
    this.select = database.prepare("SELECT hash, text FROM contents WHERE hash IN (SELECT value FROM json_each(?))");
    this.transact = database.transaction((added) => {
      for (const [hash, text] of this.contents) this.insert.run(hash, text);
      for (const { write } of added) write();
    });
  }

  keep(contents: ReadonlyMap<string, string>): void {
    for (const [hash, text] of contents) this.contents.set(hash, text);
  }

  find(hashes: readonly string[]): ReadonlyMap<string, string> {
    return new Map(this.select.all(JSON.stringify(hashes)).map(({ hash, text }) => [hash, text]));
  }

  /** Resolves when it is in the file. */
  add(write: Write): Promise<void> {
    if (this.added.length === 0) this.due = setImmediate(() => this.flush());
    return new Promise((resolve, reject) => this.added.push({ write, resolve, reject }));
  }

  /** The same at once, with all that has been added before. */
  addNow(write: Write): Promise<void> {
    const written = this.add(write);
    this.flush();
    return written;
  }

  /** Writes at once what has been added. Whether that went well, `add` has promised to tell. */
  flush(): void {
    clearImmediate(this.due);
    const { added } = this;
    this.added = [];
    if (added.length > 0 && !this.commit(added) && added.length > 1)
      // Whatever is wrong with one is no reason for the others to fail.
      for (const one of added) this.commit([one]);
  }

  /** Whether all is in the file. Where one alone is not, it is told. */
  private commit(added: readonly Added[]): boolean {
    try {
      this.transact(added);
    } catch (error) {
      if (added.length === 1) added[0]?.reject(error);
      return false;
    }
    this.contents.clear();
    for (const { resolve } of added) resolve();
    return true;
  }
}
