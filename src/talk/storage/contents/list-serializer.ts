/**
 * Writes lists of objects as lists of entries. Lists grow at the end, so each version of a list shares its full chunks
 * of items, and its full groups of chunks, with the previous version.
 *
 * A chunk contains its short items themselves, because reading one text with 32 items is faster than reading 32 texts.
 * For a long item, faster reading would not be worth the space, so the chunk contains only the item's entry.
 */
import { isGrown, isGrownFrom } from "../../../base/grown-list.js";
import { isContentMissing, parseStored } from "../../../errors/storage-failure.js";
import { isObject } from "./foreign-keys.js";
import { isHashed, type KeptContents, type StoredChunk, type StoredList } from "./kept-contents.js";
import { canEmbed, isBytes, reviveParsed, type ValueSerializer } from "./value-serializer.js";

const chunkSize = 32;
/** The minimum length, in characters, of an item that is stored outside its chunk. */
const shortestOutside = 800;
const chunkStride = 64;
const copyStride = 32;
/** The maximum number of items to read at once, and the approximate maximum number of characters in them. */
const longestStride = 2048;
const largestStride = 1_000_000;

const nextTask = () => new Promise((resolve) => setImmediate(resolve));

const isItem = (value: unknown): value is object => isObject(value) && !isBytes(value);

/** Whether a value's text can no longer change. A message without an id gets an id when it joins the conversation. */
const isFinal = (value: object) => !("lc_serializable" in value) || Boolean((value as { id?: unknown }).id);

export const isList = (part: unknown): part is string => typeof part === "string" && part[0] === "*";

const entriesOf = (chunks: readonly StoredChunk[]) => chunks.map(({ entry }) => entry);

function commonChunks(list: readonly unknown[], { items, chunks }: StoredList): number {
  const end = Math.min(list.length, chunks.length * chunkSize);
  let index = isGrownFrom(list, items, end) ? end : 0;
  while (index < end && list[index] === items[index]) index += 1;
  return Math.floor(index / chunkSize);
}

export class ListSerializer {
  constructor(
    private readonly values: ValueSerializer,
    private readonly kept: KeptContents,
  ) {}

  async dump(items: unknown): Promise<string | undefined> {
    if (!Array.isArray(items) || items.length === 0) return undefined;
    const full = items.length - (items.length % chunkSize);
    const rest: readonly unknown[] = items.slice(full);
    if (!rest.every(isItem)) return undefined;
    const stored = await this.store(items, full / chunkSize);
    if (!stored) return undefined;
    const { groups, chunks } = stored;
    const single = entriesOf(chunks.slice(groups.length * chunkSize));
    return JSON.stringify([...groups, ...single, ...(await this.dumpItems(rest))]);
  }

  async load(text: string): Promise<unknown[]> {
    if (this.kept.isOutline) return [];
    // Uses the same map throughout the call. If the thread is removed in the meantime, the map is discarded as well.
    const { lists: known } = this.kept.ofThread;
    const entries: readonly string[] = this.parse(text);
    const lists = entries.filter(isList);
    const inner = await this.readLists(lists);
    const groupCount = inner.filter((parts) => parts.every(isList)).length;
    const chunks: StoredChunk[] = [];
    const parts: unknown[] = [];
    const take = (entry: string, held: readonly unknown[]) => {
      chunks.push({ entry, outside: held.filter(isHashed) });
      for (const part of held) parts.push(isItem(part) ? reviveParsed(part) : part);
    };
    const inGroups = inner.slice(0, groupCount).flat() as string[];
    for (let start = 0; start < inGroups.length; start += chunkStride) {
      // Lets other work run in between, because a long conversation has thousands of items.
      if (start > 0) await nextTask();
      const stride = inGroups.slice(start, start + chunkStride);
      for (const [index, held] of (await this.readLists(stride)).entries()) take(stride[index] as string, held);
    }
    for (const [index, entry] of lists.slice(groupCount).entries()) take(entry, inner[groupCount + index] ?? []);
    parts.push(...entries.filter((entry) => !isList(entry)));
    const items = await this.loadItems(parts);
    if (isItem(items[0]) && items.every((item) => isItem(item) && isFinal(item)))
      known.set(items[0], { items: [...items], chunks, groups: lists.slice(0, groupCount) });
    return items;
  }

  /**
   * A full group of chunks becomes a single entry, so that a long list is saved as few entries. Returns undefined if a
   * new chunk would contain bytes, or anything but objects.
   */
  private async store(list: readonly unknown[], count: number) {
    const { lists } = this.kept.ofThread;
    const [first] = list;
    const known = isItem(first) ? (lists.get(first) ?? (await this.copyList(list, first, count))) : undefined;
    const common = known ? Math.min(count, commonChunks(list, known)) : 0;
    const chunks = known?.chunks.slice(0, common) ?? [];
    const groups = known?.groups.slice(0, Math.floor(common / chunkSize)) ?? [];
    let areFinal = true;
    while (chunks.length < count) {
      const items = list.slice(chunks.length * chunkSize, (chunks.length + 1) * chunkSize);
      if (!items.every(isItem)) return undefined;
      areFinal &&= items.every(isFinal);
      chunks.push(await this.makeChunk(items));
    }
    for (let end = (groups.length + 1) * chunkSize; end <= count; end += chunkSize)
      groups.push(this.listEntry(entriesOf(chunks.slice(end - chunkSize, end))));
    // A list that `grow` did not make is copied, because its owner may change it.
    if (areFinal && isItem(first) && isGrown(list)) lists.set(first, { items: list, chunks, groups });
    else if (areFinal && isItem(first) && count > common) lists.set(first, { items: [...list], chunks, groups });
    return { chunks, groups };
  }

  private async copyList(list: readonly unknown[], first: object, count: number): Promise<StoredList | undefined> {
    const known = this.kept.listElsewhere(first);
    if (!known) return undefined;
    const originals = known.chunks.slice(0, Math.min(count, commonChunks(list, known)));
    const chunks: StoredChunk[] = [];
    try {
      for (let start = 0; start < originals.length; start += copyStride) {
        if (start > 0) await nextTask();
        chunks.push(...(await this.copyChunks(originals.slice(start, start + copyStride))));
      }
      return { items: known.items, chunks, groups: [] };
    } catch (error) {
      // The thread that stored the list has been removed.
      if (isContentMissing(error)) return undefined;
      throw error;
    }
  }

  private async copyChunks(originals: readonly StoredChunk[]): Promise<StoredChunk[]> {
    const isWhole = ({ outside }: StoredChunk) => outside.length === 0;
    const lists = (await this.readLists(entriesOf(originals.filter((chunk) => !isWhole(chunk))))).values();
    await this.kept.copy(originals.flatMap((chunk) => (isWhole(chunk) ? chunk.entry : chunk.outside)));
    return originals.map((chunk) => {
      if (isWhole(chunk)) return { entry: this.kept.copyOf(chunk.entry), outside: [] };
      const parts = (lists.next().value ?? []).map((part) => (isHashed(part) ? this.kept.copyOf(part) : part));
      return { entry: this.listEntry(parts), outside: parts.filter(isHashed) };
    });
  }

  private async loadItems(parts: readonly unknown[]): Promise<unknown[]> {
    const entries = parts.filter((part) => typeof part === "string");
    const items: unknown[] = [];
    let stride = 1;
    while (items.length < entries.length) {
      if (items.length > 0) await nextTask();
      let length = 0;
      for (const text of await this.kept.find(entries.slice(items.length, items.length + stride))) {
        const item = this.values.reviveAtOnce(text);
        items.push(item === undefined ? await this.values.revive(text) : item);
        length += text.length;
      }
      // Reads more items at once as long as they are short.
      stride = Math.max(1, Math.min(2 * stride, longestStride, Math.floor((stride * largestStride) / length)));
    }
    const loaded = items.values();
    return parts.map((part) => (typeof part === "string" ? loaded.next().value : part));
  }

  private async readLists(entries: readonly string[]): Promise<unknown[][]> {
    return (await this.kept.find(entries)).map((text) => this.parse(text));
  }

  private listEntry(parts: readonly unknown[]): string {
    return `*${this.kept.note(JSON.stringify(parts))}`;
  }

  private async makeChunk(items: readonly object[]): Promise<StoredChunk> {
    const parts: string[] = [];
    const outside: string[] = [];
    for (const item of items) {
      const text = await this.values.dump(item);
      if (text.length < shortestOutside) parts.push(canEmbed(text) ? text : JSON.stringify(text));
      else {
        const entry = this.kept.entryOf(text);
        outside.push(entry);
        parts.push(JSON.stringify(entry));
      }
    }
    return { entry: `*${this.kept.note(`[${parts.join(",")}]`)}`, outside };
  }

  private async dumpItems(items: readonly object[]): Promise<string[]> {
    const { entries: known } = this.kept.ofThread;
    const entries: string[] = [];
    for (const item of items) {
      // This check must come before the item is written, because a message may get its id in the meantime.
      const isKept = isFinal(item);
      const entry = known.get(item) ?? this.kept.entryOf(await this.values.dump(item));
      if (isKept) known.set(item, entry);
      entries.push(entry);
    }
    return entries;
  }

  private parse(text: string) {
    return parseStored(text, this.kept.place);
  }
}
