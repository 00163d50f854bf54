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

interface Settling {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class SqliteBatch implements ContentStore {
  private readonly insert: Database.Statement<[string, string]>;
  private readonly select: Database.Statement<[string], { hash: string; text: string }>;
  private readonly transact: Database.Transaction<() => void>;
  /** Texts that are not in the file yet. They go into it with what names them, and wait for the next try when it fails. */
  private readonly contents = new Map<string, string>();
  private writes: Write[] = [];
  private settling: Settling[] = [];
  private due: NodeJS.Immediate | undefined;

  constructor(database: Database.Database) {
    this.insert = database.prepare("INSERT OR IGNORE INTO contents (hash, text) VALUES (?, ?)");
    this.select = database.prepare("SELECT hash, text FROM contents WHERE hash IN (SELECT value FROM json_each(?))");
    this.transact = database.transaction(() => {
      for (const [hash, text] of this.contents) this.insert.run(hash, text);
      for (const write of this.writes) write();
    });
  }

  keep(contents: ReadonlyMap<string, string>): void {
    for (const [hash, text] of contents) this.contents.set(hash, text);
  }

  find(hashes: readonly string[]): ReadonlyMap<string, string> {
    return new Map(this.select.all(JSON.stringify(hashes)).map(({ hash, text }) => [hash, text]));
  }

  /** Resolves when it is in the file, and rejects when nothing of its batch is. */
  add(write: Write): Promise<void> {
    if (this.writes.length === 0) this.due = setImmediate(() => this.flush());
    this.writes.push(write);
    return new Promise((resolve, reject) => this.settling.push({ resolve, reject }));
  }

  /** Writes at once what has been added. Whether that went well, `add` has promised to tell. */
  flush(): void {
    if (this.writes.length === 0) return;
    clearImmediate(this.due);
    const settling = this.settling;
    try {
      this.transact();
      this.contents.clear();
      for (const { resolve } of settling) resolve();
    } catch (error) {
      for (const { reject } of settling) reject(error);
    }
    this.writes = [];
    this.settling = [];
  }
}
