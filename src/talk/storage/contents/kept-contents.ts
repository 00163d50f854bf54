/**
 * The texts that threads have stored under hashes. Each text belongs to a single thread and is deleted with it, except
 * for texts from before database version 3. If two threads have the same text, it is stored twice.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { hash as digest } from "node:crypto";
import { RostrumError } from "../../../errors/rostrum-error.js";

export interface Content {
  readonly hash: string;
  readonly text: string;
  readonly thread: string;
}

/** A text of one thread that another thread stores under a different hash. */
export interface ContentCopy {
  readonly from: string;
  readonly hash: string;
}

export interface ContentStore {
  readonly place: string;
  keep(contents: readonly Content[]): Promise<void> | void;
  /** Returns the texts in the order of the given hashes; an empty text for an unknown hash. */
  find(hashes: readonly string[]): Promise<readonly string[]> | readonly string[];
  /** Returns how many of the texts exist in the store. */
  copy(copies: readonly ContentCopy[], thread: string): Promise<number> | number;
}

export interface StoredChunk {
  readonly entry: string;
  /** The entries of the items that are stored outside the chunk. */
  readonly outside: readonly string[];
}

/** A list, with the chunks of items and the groups of chunks in which its beginning is stored. */
export interface StoredList {
  readonly items: readonly unknown[];
  readonly chunks: readonly StoredChunk[];
  readonly groups: readonly string[];
}

/** In characters. The entry of a shorter text is the text itself, which takes less space. */
const shortestShared = 80;

/** If a hash is forgotten, its text is stored again, which is slow but harmless. */
const maxRemembered = 500;
const maxLatest = 8;
const maxThreads = 1000;

/** About half of the SHA-256 hash is enough to rule out collisions in practice. */
const hashOf = (thread: string, text: string) => digest("sha256", `${thread}\0${text}`, "base64url").slice(0, 22);

/** Matches each hash in a text that may refer to stored texts, such as a checkpoint. Can match other words, too. */
export const hashInText = /[\w-]{22}/g;

class ThreadContents {
  /** Caches the entries of items, because a list contains the same objects from step to step. */
  readonly entries = new WeakMap<object, string>();
  /** For each object that is the first item of a list, the list that was last stored or read. */
  readonly lists = new WeakMap<object, StoredList>();
  readonly stored = new Set<string>();
  /**
   * The ids of the last checkpoints that this process saved, or read as the latest. More than one is kept, because a
   * read that overlaps a save may find the checkpoint before it.
   */
  latest: readonly string[] = [];
}

export const isHashed = (part: unknown): part is string =>
  typeof part === "string" && (part[0] === "#" || part[0] === "*");

export const isLatest = ({ checkpoint_ns = "", checkpoint_id }: Readonly<Record<string, unknown>>): boolean =>
  checkpoint_ns === "" && !checkpoint_id;

export class KeptContents {
  private readonly threads = new Map<string, ThreadContents>();
  /** The current thread, because LangGraph's savers do not pass it to their serializers. */
  private readonly current = new AsyncLocalStorage<string>();
  private readonly outlines = new AsyncLocalStorage<boolean>();
  /**
   * The texts that the store does not have yet. Each write stores all of them, because its value may refer to any of
   * them.
   */
  private readonly pending = new Map<string, Content>();

  constructor(private readonly store: ContentStore) {}

  get place(): string {
    return this.store.place;
  }

  inThread<Result>(thread: string, act: () => Promise<Result>): Promise<Result> {
    return this.current.run(thread, act);
  }

  get isOutline(): boolean {
    return this.outlines.getStore() === true;
  }

  /** If `isOutline` is true, lists are read as empty lists. */
  readAs<Result>(isOutline: boolean, read: () => Promise<Result>): Promise<Result> {
    return this.outlines.run(isOutline, read);
  }

  noteCheckpoint(thread: string, id: string): void {
    const contents = this.contentsOf(thread);
    contents.latest = [...contents.latest, id].slice(-maxLatest);
  }

  /**
   * Call this before the thread's latest checkpoint is loaded. Forgets the thread unless this process recently saved or
   * loaded that checkpoint, because another process may have removed what this process stored.
   */
  checkLatest(thread: string, id: string | undefined): void {
    const known = this.threads.get(thread);
    if (id === undefined ? known?.latest.length === 0 : known?.latest.includes(id)) return;
    this.threads.delete(thread);
    if (id !== undefined) this.noteCheckpoint(thread, id);
  }

  drop(thread: string): void {
    this.threads.delete(thread);
    for (const content of this.pending.values()) if (content.thread === thread) this.pending.delete(content.hash);
  }

  get ofThread(): ThreadContents {
    return this.contentsOf(this.current.getStore() ?? "");
  }

  private contentsOf(thread: string): ThreadContents {
    const contents = this.threads.get(thread) ?? new ThreadContents();
    this.threads.delete(thread);
    this.threads.set(thread, contents);
    const [earliest] = this.threads.keys();
    if (this.threads.size > maxThreads && earliest !== undefined) this.threads.delete(earliest);
    return contents;
  }

  /** Returns the text's hash. The next `keepPending` stores the text, unless it is already stored. */
  note(text: string): string {
    const thread = this.current.getStore() ?? "";
    const hash = hashOf(thread, text);
    if (!this.ofThread.stored.has(hash)) this.pending.set(hash, { hash, text, thread });
    return hash;
  }

  entryOf(text: string): string {
    return text.length < shortestShared ? text : `#${this.note(text)}`;
  }

  /** Finds a list that starts with `first` in any thread. Another process may have removed that thread by now. */
  listElsewhere(first: object): StoredList | undefined {
    for (const { lists } of this.threads.values()) if (lists.has(first)) return lists.get(first);
    return undefined;
  }

  /** Returns the entry under which `copy` stores the text of another thread's entry in the current thread. */
  copyOf(entry: string): string {
    // No text starts with an equals sign, so this hash differs from the hash of any text.
    return `${entry[0]}${hashOf(this.current.getStore() ?? "", `=${entry}`)}`;
  }

  /** @throws `storage-failed` if a text is no longer stored. */
  async copy(entries: readonly string[]): Promise<void> {
    const thread = this.current.getStore() ?? "";
    const copies = entries.map((entry) => ({ from: entry.slice(1), hash: this.copyOf(entry).slice(1) }));
    if ((await this.store.copy(copies, thread)) < copies.length) throw this.missing(entries.join(" "));
  }

  async keepPending(): Promise<void> {
    if (this.pending.size === 0) return;
    const contents = [...this.pending.values()];
    await this.store.keep(contents);
    for (const { hash, thread } of contents) {
      const { stored } = this.contentsOf(thread);
      if (stored.size > maxRemembered) stored.clear();
      this.pending.delete(hash);
      stored.add(hash);
    }
  }

  /** Returns the texts of the entries. A short entry is the text itself. */
  async find(entries: readonly string[]): Promise<readonly string[]> {
    const hashes = entries.filter(isHashed).map((entry) => entry.slice(1));
    if (hashes.length === 0) return entries;
    const texts = await this.store.find(hashes);
    let next = 0;
    return entries.map((entry) => {
      if (!isHashed(entry)) return entry;
      const text = texts[next];
      next += 1;
      if (text) return text;
      throw this.missing(entry);
    });
  }

  private missing(reason: string): RostrumError {
    return new RostrumError("storage-failed", { place: this.place, fault: "content-missing", reason });
  }
}
