/**
 * Stores each message, decision and other list item of a thread once, under a hash of its text. A checkpoint then takes
 * about a kilobyte instead of another copy of the conversation. Checkpoints are still complete and forks exact, because
 * the text under a hash never changes.
 *
 * Each value is written as an entry: `#` and the hash of its JSON, `*` and the hash of a list of entries, or the JSON
 * itself if it is short. Within a list, `*` marks a chunk of items or a group of chunks. Lists grow at their end, so
 * each version of a list shares its full chunks and groups with the version before it.
 */
import type { Checkpoint, SerializerProtocol } from "@langchain/langgraph-checkpoint";
import { isGrown, isGrownFrom } from "../../../base/grown-list.js";
import type { RostrumError } from "../../../errors/rostrum-error.js";
import { parseStored, storageFailed } from "../../../errors/storage-failure.js";
import { isObject } from "./foreign-keys.js";
import type { KeptContents, StoredList } from "./kept-contents.js";
import { isOutlined } from "./outline.js";
import { isBytes, textOf, ValueSerializer } from "./value-serializer.js";

const chunkSize = 32;
/**
 * The minimum length of a text that is stored under a hash, in characters. A shorter text takes less space inside the
 * entry.
 */
const shortestShared = 80;
/**
 * The same minimum for an item of a full chunk. It is higher because a text with 32 items is read many times faster
 * than 32 texts, although each of these items is then stored twice: under its hash, until its chunk is full, and in the
 * chunk. For longer items, the space would cost more than the faster reading is worth.
 */
const shortestInChunk = 800;
/** The number of steps without a change after which a channel counts as settled: about three turns of a debate. */
const settledAfter = 16;

/** The maximum number of items to read at once, and the approximate maximum number of their characters. */
const longestStride = 2048;
const largestStride = 1_000_000;

const nextTask = () => new Promise((resolve) => setImmediate(resolve));

const isItem = (value: unknown): value is object => isObject(value) && !isBytes(value);

/** Whether a value's text can no longer change. A message without an id gets one when it joins the conversation. */
const isFinal = (value: object) => !("lc_serializable" in value) || Boolean((value as { id?: unknown }).id);

const isList = (entry: string) => entry[0] === "*";

/** Counts the chunks that a list and a stored list have in common at the beginning. */
function commonChunks(list: readonly unknown[], { items, chunks }: StoredList): number {
  const end = Math.min(list.length, chunks.length * chunkSize);
  let index = isGrownFrom(list, items, end) ? end : 0;
  while (index < end && list[index] === items[index]) index += 1;
  return Math.floor(index / chunkSize);
}

const pick = <Value>(values: Readonly<Record<string, Value>>, isWanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));

export class ContentSerializer implements SerializerProtocol {
  private readonly values: ValueSerializer;

  /** @param plain - LangGraph's own serializer, which a `BaseCheckpointSaver` has by default. */
  constructor(
    private readonly plain: SerializerProtocol,
    private readonly kept: KeptContents,
  ) {
    this.values = new ValueSerializer(plain, kept.place);
  }

  async dumpsTyped(value: unknown): Promise<[string, Uint8Array]> {
    if (isBytes(value)) return ["bytes", value];
    const list = await this.dumpList(value);
    const text = list ?? (await this.values.dump(value));
    await this.kept.keepPending();
    return [list === undefined ? "json" : "list", new TextEncoder().encode(text)];
  }

  async loadsTyped(type: string, data: Uint8Array | string): Promise<unknown> {
    if (type !== "list" && type !== "json") return this.plain.loadsTyped(type, data);
    return this.reading(async () => (type === "list" ? this.loadList(textOf(data)) : this.values.revive(textOf(data))));
  }

  /**
   * Serializes a checkpoint. Stores all settled channels and nodes together under one hash, because most of them are
   * settings.
   */
  async dumpCheckpoint(checkpoint: Checkpoint): Promise<string> {
    const { channel_values, channel_versions: versions, versions_seen, ...others } = checkpoint;
    const latest = Math.max(0, ...Object.values(versions).filter((version) => typeof version === "number"));
    // Raises the limit only every few steps, because each new limit changes the settled part, which is then stored
    // again.
    const limit = Math.max(1, latest - (latest % settledAfter) - settledAfter);
    const isSettled = (version: unknown = 0) => typeof version === "number" && version < limit;
    const values = await this.dumpFields(channel_values);
    const part = (settled: boolean) => [
      pick(values, (name) => isSettled(versions[name]) === settled),
      pick(versions, (name) => isSettled(versions[name]) === settled),
      pick(versions_seen, (name) => Object.values(versions_seen[name] ?? {}).every(isSettled) === settled),
    ];
    const settled = this.kept.note(JSON.stringify(part(true)));
    await this.kept.keepPending();
    return JSON.stringify({ ...others, settled, recent: part(false) });
  }

  async loadCheckpoint(text: string): Promise<Checkpoint> {
    return this.reading(async () => {
      const { settled, recent, ...others } = this.parse(text);
      const [shared = ""] = await this.kept.find([`#${settled}`]);
      const parts = this.parse(shared) as object[];
      const [fields, channel_versions, versions_seen] = parts.map((part, index) => ({ ...part, ...recent[index] }));
      return { ...others, channel_values: await this.loadFields(fields), channel_versions, versions_seen };
    });
  }

  /** Reports stored JSON of an unexpected shape as damaged. */
  private async reading<Read>(read: () => Promise<Read>): Promise<Read> {
    try {
      return await read();
    } catch (error) {
      throw error instanceof TypeError ? this.damaged(error) : error;
    }
  }

  private damaged(error: unknown): RostrumError {
    return storageFailed(error, this.kept.place, "damaged");
  }

  private async dumpFields(values: Readonly<Record<string, unknown>>): Promise<Record<string, string>> {
    const fields: [name: string, entry: string][] = [];
    for (const [name, value] of Object.entries(values)) {
      const list = await this.dumpList(value);
      const entry = list === undefined ? this.entryOf(await this.values.dump(value)) : `*${this.kept.note(list)}`;
      // Omits values without JSON text, such as functions, as LangGraph does.
      if (entry !== "") fields.push([name, entry]);
    }
    return Object.fromEntries(fields);
  }

  private async loadFields(fields: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
    const texts = await this.kept.find(Object.values(fields));
    const values: [name: string, value: unknown][] = [];
    for (const [index, [name, entry]] of Object.entries(fields).entries()) {
      const text = texts[index] ?? "";
      const load = async () => (isList(entry) ? this.loadList(text) : this.values.revive(text));
      values.push([name, await this.kept.readAs(this.kept.isOutline && isOutlined(name), load)]);
    }
    return Object.fromEntries(values);
  }

  /** Returns undefined unless the value is a list of objects. */
  private async dumpList(items: unknown): Promise<string | undefined> {
    if (!Array.isArray(items) || items.length === 0) return undefined;
    const full = items.length - (items.length % chunkSize);
    const rest: readonly unknown[] = items.slice(full);
    if (!rest.every(isItem)) return undefined;
    const known = await this.chunksOf(items, full / chunkSize);
    if (!known) return undefined;
    const { groups, chunks } = known;
    return JSON.stringify([...groups, ...chunks.slice(groups.length * chunkSize), ...(await this.entriesOf(rest))]);
  }

  /**
   * Stores the first `count` chunks of a list, and its full groups of chunks, which keep long lists short. Creates only
   * the chunks that the last list with the same first item did not have. Returns undefined if an item is not an object.
   */
  private async chunksOf(list: readonly unknown[], count: number) {
    const { lists } = this.kept.ofThread;
    const [first] = list;
    const known = isItem(first) ? lists.get(first) : undefined;
    const common = known ? Math.min(count, commonChunks(list, known)) : 0;
    const chunks = known?.chunks.slice(0, common) ?? [];
    const groups = known?.groups.slice(0, Math.floor(common / chunkSize)) ?? [];
    let areFinal = true;
    while (chunks.length < count) {
      const items = list.slice(chunks.length * chunkSize, (chunks.length + 1) * chunkSize);
      if (!items.every(isItem)) return undefined;
      areFinal &&= items.every(isFinal);
      chunks.push(await this.makeChunk(items));
      const isFull = chunks.length % chunkSize === 0;
      if (isFull) groups.push(this.listEntry(chunks.slice(-chunkSize)));
    }
    // A list that `grow` did not make is copied, because its owner may change it.
    if (areFinal && isItem(first) && isGrown(list)) lists.set(first, { items: list, chunks, groups });
    else if (areFinal && isItem(first) && count > common) lists.set(first, { items: [...list], chunks, groups });
    return { chunks, groups };
  }

  private async loadList(text: string): Promise<unknown[]> {
    if (this.kept.isOutline) return [];
    // Keeps this map throughout the call. If the thread is removed in the meantime, the map is discarded with it.
    const { lists: known } = this.kept.ofThread;
    const top: readonly string[] = this.parse(text);
    const lists = top.filter(isList);
    const [groups, chunks]: [string[], string[]] = [[], []];
    for (const [index, inner] of (await this.readLists(lists)).entries()) {
      const entry = lists[index] as string;
      if (!inner.every(isList)) chunks.push(entry);
      else {
        groups.push(entry);
        chunks.push(...inner);
      }
    }
    const entries: string[] = [];
    for (let start = 0; start < chunks.length; start += chunkSize) {
      if (start > 0) await nextTask();
      for (const inner of await this.readLists(chunks.slice(start, start + chunkSize))) entries.push(...inner);
    }
    entries.push(...top.filter((entry) => !isList(entry)));
    const items = await this.loadItems(entries);
    if (isItem(items[0]) && items.every((item) => isItem(item) && isFinal(item)))
      known.set(items[0], { items: [...items], chunks, groups });
    return items;
  }

  private async readLists(entries: readonly string[]): Promise<string[][]> {
    return (await this.kept.find(entries)).map((text) => this.parse(text));
  }

  private async loadItems(entries: readonly string[]): Promise<unknown[]> {
    const items: unknown[] = [];
    let stride = 1;
    while (items.length < entries.length) {
      // Lets other work run in between, because a long conversation has thousands of items.
      if (items.length > 0) await nextTask();
      let length = 0;
      for (const text of await this.kept.find(entries.slice(items.length, items.length + stride))) {
        const item = this.values.reviveAtOnce(text);
        items.push(item === undefined ? await this.values.revive(text) : item);
        length += text.length;
      }
      // Reads more items at once only while they are short.
      stride = Math.max(1, Math.min(2 * stride, longestStride, Math.floor((stride * largestStride) / length)));
    }
    return items;
  }

  private listEntry(entries: readonly string[]): string {
    return `*${this.kept.note(JSON.stringify(entries))}`;
  }

  private async makeChunk(items: readonly object[]): Promise<string> {
    const entries: string[] = [];
    for (const item of items) entries.push(this.entryOf(await this.values.dump(item), shortestInChunk));
    return this.listEntry(entries);
  }

  private async entriesOf(items: readonly object[]): Promise<string[]> {
    const { entries: known } = this.kept.ofThread;
    const entries: string[] = [];
    for (const item of items) {
      // Checked before the item is written, because a message may get its id in the meantime.
      const isKept = isFinal(item);
      const entry = known.get(item) ?? this.entryOf(await this.values.dump(item));
      if (isKept) known.set(item, entry);
      entries.push(entry);
    }
    return entries;
  }

  private entryOf(text: string, shortest = shortestShared): string {
    return text.length < shortest ? text : `#${this.kept.note(text)}`;
  }

  private parse(text: string) {
    return parseStored(text, this.kept.place);
  }
}
