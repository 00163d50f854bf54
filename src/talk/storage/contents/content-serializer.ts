/**
 * Stores long list items, such as messages, under hashes of their texts, so that checkpoints share them. The text under
 * a hash never changes, so forks remain exact.
 *
 * A checkpoint's fields and a list's items are written as entries: `#` and the hash of the JSON, `*` and the hash of a
 * list, or the JSON itself if it is short. Within a list, `*` marks a chunk of items or a group of chunks.
 */
import type { Checkpoint, SerializerProtocol } from "@langchain/langgraph-checkpoint";
import type { RostrumError } from "../../../errors/rostrum-error.js";
import { parseStored, storageFailed } from "../../../errors/storage-failure.js";
import type { KeptContents } from "./kept-contents.js";
import { isList, ListSerializer } from "./list-serializer.js";
import { isOutlined } from "./outline.js";
import { isBytes, textOf, ValueSerializer } from "./value-serializer.js";

/** A channel counts as settled only after at least this many steps without a change. */
const settledAfter = 16;

const pick = <Value>(values: Readonly<Record<string, Value>>, isWanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));

export class ContentSerializer implements SerializerProtocol {
  private readonly values: ValueSerializer;
  private readonly lists: ListSerializer;

  constructor(
    private readonly plain: SerializerProtocol,
    private readonly kept: KeptContents,
  ) {
    this.values = new ValueSerializer(plain, kept.place);
    this.lists = new ListSerializer(this.values, kept);
  }

  async dumpsTyped(value: unknown): Promise<[string, Uint8Array]> {
    const [type, written] = await this.dump(value);
    return [type, typeof written === "string" ? new TextEncoder().encode(written) : written];
  }

  async dump(value: unknown): Promise<[type: "json" | "list", text: string] | [type: "bytes", bytes: Uint8Array]> {
    if (isBytes(value)) return ["bytes", value];
    const list = await this.lists.dump(value);
    const text = list ?? (await this.values.dump(value));
    await this.kept.keepPending();
    return [list === undefined ? "json" : "list", text];
  }

  async loadsTyped(type: string, data: Uint8Array | string): Promise<unknown> {
    if (type !== "list" && type !== "json") return this.plain.loadsTyped(type, data);
    return this.reading(async () =>
      type === "list" ? this.lists.load(textOf(data)) : this.values.revive(textOf(data)),
    );
  }

  /** Stores the settled channels and nodes together under one hash, so that checkpoints share them. */
  async dumpCheckpoint(checkpoint: Checkpoint): Promise<string> {
    const { channel_values, channel_versions: versions, versions_seen, ...others } = checkpoint;
    const latest = Math.max(0, ...Object.values(versions).filter((version) => typeof version === "number"));
    // Raises the limit only every `settledAfter` steps, because the settled part changes with the limit and is then
    // stored again.
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
      if (parts.length !== 3) throw new TypeError("expected the settled values, versions and nodes");
      const [fields, channel_versions, versions_seen] = parts.map((part, index) => ({ ...part, ...recent[index] }));
      return { ...others, channel_values: await this.loadFields(fields), channel_versions, versions_seen };
    });
  }

  /** Reports stored JSON with an unexpected shape as damaged. */
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
      const list = await this.lists.dump(value);
      const entry = list === undefined ? this.kept.entryOf(await this.values.dump(value)) : `*${this.kept.note(list)}`;
      // Like LangGraph, omits values without JSON text, such as functions.
      if (entry !== "") fields.push([name, entry]);
    }
    return Object.fromEntries(fields);
  }

  private async loadFields(fields: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
    const texts = await this.kept.find(Object.values(fields));
    const values: [name: string, value: unknown][] = [];
    for (const [index, [name, entry]] of Object.entries(fields).entries()) {
      const text = texts[index] ?? "";
      const load = async () => (isList(entry) ? this.lists.load(text) : this.values.revive(text));
      values.push([name, await this.kept.readAs(this.kept.isOutline && isOutlined(name), load)]);
    }
    return Object.fromEntries(values);
  }

  private parse(text: string) {
    return parseStored(text, this.kept.place);
  }
}
