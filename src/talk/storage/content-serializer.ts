/**
 * Stores each message, decision and other list item of a thread once, under a hash of its text. A checkpoint then takes
 * about a kilobyte instead of another copy of the conversation. Checkpoints are still complete and forks exact, because
 * the text under a hash never changes.
 *
 * Each value is written as an entry: `#` and the hash of its JSON, `*` and the hash of a list of entries, or the JSON
 * itself if it is short. Within a list, `*` marks a chunk of items or a group of chunks. Lists grow at their end, so
 * each version of a list shares its full chunks and groups with the version before it.
 */
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { Checkpoint, SerializerProtocol } from "@langchain/langgraph-checkpoint";
import type { RostrumError } from "../../errors/rostrum-error.js";
import { parseStored, storageFailed } from "../../errors/storage-failure.js";
import { hideForeignKeys, isObject, jsonOf, mayHoldMarkers, showForeignKeys } from "./foreign-keys.js";
import type { Chunk, KeptContents } from "./kept-contents.js";
import { isOutlined } from "./outline.js";

const chunkSize = 32;
/**
 * The minimum length of a text that is stored under a hash, in characters. A shorter text takes less space inside the
 * entry.
 */
const shortestShared = 80;
/** The number of steps without a change after which a channel counts as settled: about three turns of a debate. */
const settledAfter = 16;

/** The number of items that are read at once. */
const stride = 2048;

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
const isItem = (value: unknown): value is object => isObject(value) && !isBytes(value);

const textOf = (data: Uint8Array | string) => (typeof data === "string" ? data : new TextDecoder().decode(data));

/** Whether a value's text can no longer change. A message without an id gets one when it joins the conversation. */
const isFinal = (value: object) => !("lc_serializable" in value) || Boolean((value as { id?: unknown }).id);

/**
 * Whether `JSON.stringify`, which is many times faster than LangGraph's serializer, writes a value exactly as that
 * serializer does. `depth` limits the nesting, so that cycles do not recurse forever.
 */
function isPlain(value: unknown, depth = 40): boolean {
  if (!isObject(value)) return value === null || ["string", "number", "boolean"].includes(typeof value);
  const isJson = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isJson && depth > 0 && Object.values(value).every((part) => isPlain(part, depth - 1));
}

const isList = (entry: string) => entry[0] === "*";

/** Whether a list holds these items from `start` on. */
function holdsAt(list: readonly unknown[], start: number, items: readonly unknown[]): boolean {
  for (let index = 0; index < items.length; index += 1) if (list[start + index] !== items[index]) return false;
  return true;
}

const pick = <Value>(values: Readonly<Record<string, Value>>, isWanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));

const messageTypes: Readonly<Record<string, typeof AIMessage | typeof HumanMessage>> = { AIMessage, HumanMessage };

export class ContentSerializer implements SerializerProtocol {
  /** @param plain - LangGraph's own serializer, which a `BaseCheckpointSaver` has by default. */
  constructor(
    private readonly plain: SerializerProtocol,
    private readonly kept: KeptContents,
  ) {}

  async dumpsTyped(value: unknown): Promise<[string, Uint8Array]> {
    if (isBytes(value)) return ["bytes", value];
    const list = await this.dumpList(value);
    const text = list ?? (await this.dumpJson(value));
    await this.kept.keepPending();
    return [list === undefined ? "json" : "list", new TextEncoder().encode(text)];
  }

  async loadsTyped(type: string, data: Uint8Array | string): Promise<unknown> {
    if (type !== "list" && type !== "json") return this.plain.loadsTyped(type, data);
    return this.reading(async () => (type === "list" ? this.loadList(textOf(data)) : this.revive(textOf(data))));
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
      const entry = list === undefined ? this.entryOf(await this.dumpJson(value)) : `*${this.kept.note(list)}`;
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
      const load = async () => (isList(entry) ? this.loadList(text) : this.revive(text));
      values.push([name, await this.kept.readAs(this.kept.isOutline && isOutlined(name), load)]);
    }
    return Object.fromEntries(values);
  }

  private async dumpJson(value: unknown): Promise<string> {
    if (isPlain(value)) {
      const json = JSON.stringify(value);
      return mayHoldMarkers(json) ? JSON.stringify(hideForeignKeys(value)) : json;
    }
    const message = isObject(value) ? this.dumpPlainMessage(value) : undefined;
    if (message !== undefined) return message;
    // LangGraph's serializer writes bytes as text only inside another value, so this wraps the bytes in a list and
    // removes the list's brackets.
    if (isBytes(value)) return textOf((await this.plain.dumpsTyped([value]))[1]).slice(1, -1);
    return textOf((await this.plain.dumpsTyped(hideForeignKeys(value)))[1]);
  }

  /**
   * Writes a message as LangGraph's serializer does, but many times faster. Returns undefined for other values, and for
   * messages with fields that are not plain JSON.
   */
  private dumpPlainMessage(value: object): string | undefined {
    const name = Object.keys(messageTypes).find((each) => messageTypes[each] === value.constructor);
    if (name === undefined) return undefined;
    const { kwargs: fields } = jsonOf(value as BaseMessage) as { readonly kwargs?: object };
    if (!fields || !isPlain(fields)) return undefined;
    const json = JSON.stringify(fields);
    if (mayHoldMarkers(json)) return undefined;
    return `{"lc":1,"type":"constructor","id":["langchain_core","messages","${name}"],"kwargs":${json}}`;
  }

  /** Returns undefined unless the value is a list of objects. */
  private async dumpList(items: unknown): Promise<string | undefined> {
    if (!Array.isArray(items) || items.length === 0) return undefined;
    const full = items.length - (items.length % chunkSize);
    const rest: readonly unknown[] = items.slice(full);
    if (!rest.every(isItem)) return undefined;
    const { chunks: known } = this.kept.ofThread;
    const chunks: Chunk[] = [];
    for (let start = 0; start < full; start += chunkSize) {
      const first: unknown = items[start];
      const before = isItem(first) ? known.get(first) : undefined;
      const chunk = before && holdsAt(items, start, before.items) ? before : await this.makeChunk(items, start);
      if (!chunk) return undefined;
      chunks.push(chunk);
    }
    return JSON.stringify([...this.groupsOf(chunks), ...(await this.entriesOf(rest))]);
  }

  private async loadList(text: string): Promise<unknown[]> {
    if (this.kept.isOutline) return [];
    let entries: readonly string[] = this.parse(text);
    while (entries.some(isList)) {
      const texts = (await this.kept.find(entries.filter(isList))).values();
      entries = entries.flatMap((entry) =>
        isList(entry) ? (this.parse(texts.next().value ?? "") as string[]) : entry,
      );
    }
    const items: unknown[] = [];
    for (let start = 0; start < entries.length; start += stride) {
      // Lets other work run in between, because a long conversation has thousands of items.
      if (start > 0) await new Promise((resolve) => setImmediate(resolve));
      for (const text of await this.kept.find(entries.slice(start, start + stride))) {
        const item = this.reviveAtOnce(text);
        items.push(item === undefined ? await this.revive(text) : item);
      }
    }
    return items;
  }

  /** Makes a chunk of the items from `start`. Returns undefined if they are not all objects. */
  private async makeChunk(list: readonly unknown[], start: number): Promise<Chunk | undefined> {
    const items = list.slice(start, start + chunkSize);
    if (!items.every(isItem)) return undefined;
    const areFinal = items.every(isFinal);
    const chunk: Chunk = { items, entry: this.chunkEntry(await this.entriesOf(items)) };
    if (areFinal) this.kept.ofThread.chunks.set(items[0] as object, chunk);
    return chunk;
  }

  /** Returns the entries of a list's chunks. Each full group of chunks gets one entry, so long lists stay short. */
  private groupsOf(chunks: readonly Chunk[]): string[] {
    const full = chunks.length - (chunks.length % chunkSize);
    const groups: string[] = [];
    for (let start = 0; start < full; start += chunkSize)
      groups.push(this.groupOf(chunks.slice(start, start + chunkSize)));
    return [...groups, ...chunks.slice(full).map(({ entry }) => entry)];
  }

  private groupOf(chunks: readonly Chunk[]): string {
    const [first] = chunks as readonly [Chunk];
    const known = first.group;
    if (known?.chunks.every((chunk, index) => chunk === chunks[index])) return known.entry;
    first.group = { chunks, entry: this.chunkEntry(chunks.map(({ entry }) => entry)) };
    return first.group.entry;
  }

  private chunkEntry(entries: readonly string[]): string {
    return `*${this.kept.note(JSON.stringify(entries))}`;
  }

  private async entriesOf(items: readonly object[]): Promise<string[]> {
    const { entries: known } = this.kept.ofThread;
    const entries: string[] = [];
    for (const item of items) {
      // Checked before the item is written, because a message may get its id in the meantime.
      const isKept = isFinal(item);
      const entry = known.get(item) ?? this.entryOf(await this.dumpJson(item));
      if (isKept) known.set(item, entry);
      entries.push(entry);
    }
    return entries;
  }

  private entryOf(text: string): string {
    return text.length < shortestShared ? text : `#${this.kept.note(text)}`;
  }

  private parse(text: string) {
    return parseStored(text, this.kept.place);
  }

  private async revive(text: string): Promise<unknown> {
    const value = this.reviveAtOnce(text);
    if (value !== undefined) return value;
    try {
      return showForeignKeys(await this.plain.loadsTyped("json", text), text);
    } catch (error) {
      throw this.damaged(error);
    }
  }

  /**
   * Reads JSON without LangGraph's slow reviver, because a long conversation has thousands of texts. Returns undefined
   * if the text needs that reviver.
   */
  private reviveAtOnce(text: string): unknown {
    if (!text.includes('"lc":')) return showForeignKeys(this.parse(text), text);
    if (text.lastIndexOf('"lc":') === 1) {
      const { id = [], kwargs } = showForeignKeys(this.parse(text), text) as {
        id?: readonly string[];
        kwargs?: object;
      };
      const type = id[0] === "langchain_core" && id[1] === "messages" ? messageTypes[id[2] ?? ""] : undefined;
      if (type && kwargs) return new type(kwargs as ConstructorParameters<typeof AIMessage>[0]);
    }
    return undefined;
  }
}
