/**
 * Serializes checkpoints for storage in memory. Checkpoints share the texts of list items, because each step saves the
 * whole conversation again.
 */
import type { SerializerProtocol } from "@langchain/langgraph-checkpoint";
import { isRecord, type Named } from "../../../base/is-record.js";
import { ValueSerializer } from "../contents/value-serializer.js";

export interface StoredValue {
  /** The JSON of the value, without the channels in `lists`. */
  readonly rest: string;
  /** The JSON of each item in a checkpoint's lists of objects, by channel. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

const isListOfObjects = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord);

export class MemorySerializer implements SerializerProtocol {
  private readonly values: ValueSerializer;
  /** Caches the JSON of items, because a list contains the same objects from step to step. */
  private readonly texts = new WeakMap<object, string>();

  /**
   * @param plain - LangGraph's own serializer.
   * @param place - The storage's name in errors.
   */
  constructor(plain: SerializerProtocol, place: string) {
    this.values = new ValueSerializer(plain, place);
  }

  /**
   * Returns an object instead of bytes. This works because LangGraph's saver keeps the result in memory without
   * inspecting it.
   */
  async dumpsTyped(value: unknown): Promise<[string, Uint8Array]> {
    return ["json", (await this.dump(value)) as unknown as Uint8Array];
  }

  async loadsTyped(_type: string, stored: unknown): Promise<unknown> {
    const { rest, lists } = stored as StoredValue;
    const value = (await this.values.revive(rest)) as { readonly channel_values: Named };
    if (Object.keys(lists).length === 0) return value;
    const loaded: Record<string, unknown> = {};
    for (const [name, texts] of Object.entries(lists)) loaded[name] = await this.loadList(texts);
    return { ...value, channel_values: { ...value.channel_values, ...loaded } };
  }

  private async dump(value: unknown): Promise<StoredValue> {
    const channels = isRecord(value) ? value["channel_values"] : undefined;
    if (!isRecord(value) || !isRecord(channels)) return { rest: await this.values.dump(value), lists: {} };
    const lists: Record<string, readonly string[]> = {};
    for (const [name, list] of Object.entries(channels))
      if (isListOfObjects(list)) lists[name] = await this.dumpList(list);
    const others = Object.fromEntries(Object.entries(channels).filter(([name]) => !(name in lists)));
    return { rest: await this.values.dump({ ...value, channel_values: others }), lists };
  }

  private async dumpList(list: readonly object[]): Promise<readonly string[]> {
    const texts: string[] = [];
    for (const item of list) {
      const text = this.texts.get(item) ?? (await this.values.dump(item));
      this.texts.set(item, text);
      texts.push(text);
    }
    return texts;
  }

  private async loadList(texts: readonly string[]): Promise<unknown[]> {
    const items: unknown[] = [];
    for (const text of texts) {
      const item = (await this.values.revive(text)) as object;
      this.texts.set(item, text);
      items.push(item);
    }
    return items;
  }
}
