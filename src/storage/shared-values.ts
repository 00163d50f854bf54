/**
 * The form in which checkpoints are kept: each message, decision and other record once, under the hash of its text, and lists as
 * lists of hashes. A checkpoint then costs a few hundred bytes and not another copy of the conversation, and is whole all
 * the same: what it names is never changed, so that forks from it stay exact.
 *
 * A list is kept as a tree: sixteen entries make a branch with a hash of its own, sixteen branches make another, and so on.
 * Lists grow at their end, so all branches but the last few are those of the checkpoint before. Whatever of a checkpoint has settled
 * goes under one hash together.
 */
import { hash as digest } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver, type SerializerProtocol } from "@langchain/langgraph-checkpoint";
import { memoize } from "../memoize.js";
import { objectOf, type Settled, SettledFields } from "./settled-fields.js";

/** Where texts are kept under their hashes. */
export interface ContentStore {
  /** Keeps what is not there yet. */
  keep(contents: ReadonlyMap<string, string>): Promise<void> | void;
  /** The texts of these hashes, as far as they are there. */
  find(hashes: readonly string[]): Promise<ReadonlyMap<string, string>> | ReadonlyMap<string, string>;
}

/** Marks a value in the form of this file. */
const mark = "$rostrum";

/** An entry of a list: a text under its hash, a branch under its hash, or a short value as it is. */
type Entry = string | readonly [branch: string] | { readonly value: unknown };
type Entries = readonly Entry[];

/** A text under its hash, or a list. `isOne`: the list's only entry stands for itself, because it looks like one of these. */
interface Shared {
  readonly [mark]: string | Entries;
  readonly isOne?: true;
}

const branchSize = 16;
/** A shorter text is not worth a hash. */
const shortestShared = 80;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const isRecord = (value: unknown): value is object => isObject(value) && !(value instanceof Uint8Array);

function isShared(value: unknown): value is Shared {
  return isObject(value) && mark in value;
}

/** Half of SHA-256: enough that no two texts will ever have the same. */
const hashOf = (text: string) => digest("sha256", text, "base64url").slice(0, 22);

/** LangGraph's own serializer, which its savers begin with; it is not exported. */
const plain = new MemorySaver().serde;

/** A message gets its id when it becomes part of a conversation: until then the same object may have another text. */
const isFinal = (value: object) => !("lc_serializable" in value && !(value as { id?: unknown }).id);
const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (data: Uint8Array | string) => (typeof data === "string" ? data : new TextDecoder().decode(data));

/** Deeper than anything that is saved of a conversation; a circle is. */
const deepest = 40;

/** Whether LangGraph's serializer would write it as JSON does, which is many times faster. */
function isPlain(value: unknown, depth = 0): boolean {
  if (!isObject(value)) return value === null || ["string", "number", "boolean"].includes(typeof value);
  if (depth > deepest) return false;
  const isPart = (part: unknown) => isPlain(part, depth + 1);
  if (Array.isArray(value)) return value.every(isPart);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPart);
}

/** As LangGraph's serializer writes it within something else: bytes as text, and nothing at all for what JSON leaves out. */
async function dumpSlowly(value: unknown): Promise<string> {
  if (value instanceof Uint8Array) return textOf((await plain.dumpsTyped([value]))[1]).slice(1, -1);
  return textOf((await plain.dumpsTyped(value))[1]);
}

/** There is nothing to wait for where JSON does. */
const dump = (value: unknown) => (isPlain(value) ? JSON.stringify(value) : dumpSlowly(value));

/** The messages that conversations are made of, made without LangChain's slow general way. */
const messageTypes: Readonly<Record<string, typeof AIMessage | typeof HumanMessage>> = { AIMessage, HumanMessage };

interface Serialized {
  readonly lc?: unknown;
  readonly id?: readonly string[];
  readonly kwargs?: object;
}

/** Checkpoints were deflated once. What was begins with a zero, which no JSON does. */
const inflate = (data: Uint8Array | string) =>
  typeof data !== "string" && data[0] === 0 ? textOf(inflateRawSync(data.subarray(1))) : textOf(data);

/** A value from its text. What needs no reviving is not revived: a long conversation has thousands of such texts. */
async function revive(text: string): Promise<unknown> {
  if (!text.includes('"lc":')) return JSON.parse(text);
  if (text.lastIndexOf('"lc":') === 1) {
    const { id = [], kwargs } = JSON.parse(text) as Serialized;
    const type = id[0] === "langchain_core" && id[1] === "messages" ? messageTypes[id[2] ?? ""] : undefined;
    if (type && kwargs) return new type(kwargs as ConstructorParameters<typeof AIMessage>[0]);
  }
  return plain.loadsTyped("json", text);
}

type EntryFor<Under> = (value: Under) => Promise<Entry> | Entry;

/** Serializes LangGraph's values, with their large parts in a content store. */
export class SharingSerializer implements SerializerProtocol {
  /** Values that were serialized before: conversations are lists whose entries stay the same objects. */
  private readonly texts = new WeakMap<object, { readonly text: string; readonly hash: string }>();
  /** Channels' values that were written before; most stay as they are from one checkpoint to the next. */
  private readonly fields = new WeakMap<object, string>();
  private readonly settled = new Map(parts.map((part) => [part, new SettledFields()]));
  /** Branches by the first object under them, with all that were. */
  private readonly branches = new WeakMap<
    object,
    { readonly under: readonly object[]; readonly entry: readonly [string] }
  >();
  /** Texts that are yet to be kept, by their hashes. Whoever names one has it kept first, also where somebody else came upon it. */
  private readonly pending = new Map<string, string>();
  private readonly kept = new RecentKeys(20_000);

  constructor(private readonly store: ContentStore) {}

  async dumpsTyped(value: unknown): Promise<[string, Uint8Array]> {
    if (value instanceof Uint8Array) return ["bytes", value];
    const text = await (isCheckpoint(value) ? this.dumpCheckpoint(value) : dump(await this.share(value)));
    if (this.pending.size > 0) await this.keepPending();
    return ["json", bytesOf(text)];
  }

  private async keepPending(): Promise<void> {
    const texts = new Map(this.pending);
    await this.store.keep(texts);
    for (const hash of texts.keys()) {
      this.pending.delete(hash);
      this.kept.add(hash);
    }
  }

  /** Has a text kept. Returns the hash that it is found by. */
  private note(text: string, hash = hashOf(text)): string {
    if (!this.kept.has(hash)) this.pending.set(hash, text);
    return hash;
  }

  async loadsTyped(type: string, data: Uint8Array | string): Promise<unknown> {
    if (type !== "json") return plain.loadsTyped(type, data);
    const text = inflate(data);
    if (!text.includes(mark)) return revive(text);
    const value: unknown = JSON.parse(text);
    if (!isSaved(value)) return this.load(text);
    const { [mark]: settled = {}, ...saved } = value;
    const texts = await this.store.find(Object.values(settled));
    const whole = Object.entries(settled).map(([part, hash]) => {
      const fields = JSON.parse(textIn(texts, hash)) as object;
      return [part, { ...fields, ...saved[part as Part] }] as const;
    });
    const { channel_values, ...others } = { ...saved, ...(Object.fromEntries(whole) as typeof saved) };
    const fields = Object.entries(channel_values).map(
      async ([name, field]) => [name, await this.load(JSON.stringify(field))] as const,
    );
    return { ...others, channel_values: Object.fromEntries(await Promise.all(fields)) };
  }

  private async dumpCheckpoint(checkpoint: Checkpoint): Promise<string> {
    const others: Record<string, unknown> = { ...checkpoint };
    const hashes: Record<string, string> = {};
    const written: [name: string, text: string][] = [];
    for (const part of parts) {
      const value = checkpoint[part];
      if (!isObject(value) || (part !== "channel_values" && !isPlain(value))) continue;
      delete others[part];
      const fields = await this.dumpFields(value);
      const settled = this.settled.get(part)?.in(fields);
      written.push([part, objectOf([...fields].filter(([name]) => !settled?.fields.has(name)))]);
      if (!settled || settled.fields.size === 0) continue;
      hashes[part] = this.note(settled.text, hashOfSettled(settled));
    }
    const begun = objectOf([[mark, JSON.stringify(hashes)], ...written]);
    const rest = await dump(others);
    return rest === "{}" ? begun : `${begun.slice(0, -1)},${rest.slice(1)}`;
  }

  private async dumpFields(values: object): Promise<Map<string, string>> {
    const fields = new Map<string, string>();
    // Of dozens of channels only a few have changed: for the others there is nothing to wait.
    for (const [name, value] of Object.entries(values)) {
      const known = isObject(value) ? this.fields.get(value) : isPlain(value) ? JSON.stringify(value) : undefined;
      const text = known ?? (await this.dumpField(value));
      if (text !== "") fields.set(name, text);
    }
    return fields;
  }

  /** A channel's value as a checkpoint holds it: whatever is not short, under its hash. */
  private async dumpField(value: unknown): Promise<string> {
    const form = await this.share(value);
    const text = await dump(form);
    const isShort = text.length < shortestShared || (isShared(form) && typeof form[mark] === "string");
    const shared = isShort ? text : JSON.stringify({ [mark]: this.note(text) } satisfies Shared);
    const isYetToChange = (part: unknown) => isObject(part) && !isFinal(part);
    if (isObject(value) && !isYetToChange(value) && !(Array.isArray(value) && value.some(isYetToChange)))
      this.fields.set(value, shared);
    return shared;
  }

  /** Any value; a plain object stays as it is, because the savers read what they need out of some. */
  private async share(value: unknown): Promise<unknown> {
    if (Array.isArray(value) && value.length > 0 && value.every(isRecord))
      return { [mark]: await this.grow(value, this.entryFor) } satisfies Shared;
    if (isShared(value)) return { [mark]: [{ value }], isOne: true } satisfies Shared;
    if (!isObject(value) || !("lc_serializable" in value)) return value;
    const { text, hash } = await this.textFor(value);
    return { [mark]: this.note(text, hash) } satisfies Shared;
  }

  private async textFor(value: object) {
    const known = this.texts.get(value);
    if (known) return known;
    const text = await dump(value);
    const made = { text, hash: hashOf(text) };
    if (isFinal(value)) this.texts.set(value, made);
    return made;
  }

  private readonly entryFor: EntryFor<object> = async (value) => {
    const { text, hash } = await this.textFor(value);
    return text.length < shortestShared ? { value } : this.note(text, hash);
  };

  /** Puts every full sixteen under a branch of their own, then the branches, as long as there are sixteen. */
  private async grow<Under extends object>(under: readonly Under[], entryFor: EntryFor<Under>): Promise<Entries> {
    const branches: (readonly [string])[] = [];
    for (let start = 0; start + branchSize <= under.length; start += branchSize)
      branches.push(await this.branchOf(under.slice(start, start + branchSize), entryFor));
    const rest = under.slice(branches.length * branchSize);
    const entries = await Promise.all(rest.map((value) => entryFor(value)));
    return branches.length === 0 ? entries : [...(await this.grow(branches, (branch) => branch)), ...entries];
  }

  private async branchOf<Under extends object>(
    under: readonly Under[],
    entryFor: EntryFor<Under>,
  ): Promise<readonly [string]> {
    const [first] = under;
    const known = first && this.branches.get(first);
    if (known?.under.every((value, index) => value === under[index])) return known.entry;
    const text = await dump(await Promise.all(under.map((value) => entryFor(value))));
    const entry = [this.note(text)] as const;
    if (first && under.every(isFinal)) this.branches.set(first, { under, entry });
    return entry;
  }

  private async load(text: string): Promise<unknown> {
    const value: unknown = text.startsWith(`{"${mark}":`) ? JSON.parse(text) : undefined;
    if (!isShared(value)) return revive(text);
    const shared = value[mark];
    if (typeof shared === "string") return this.load(textIn(await this.store.find([shared]), shared));
    const entries = await this.expand(shared);
    const texts = await this.store.find(entries.filter((entry) => typeof entry === "string"));
    const list = await Promise.all(
      entries.map((entry) => revive(typeof entry === "string" ? textIn(texts, entry) : JSON.stringify(plainOf(entry)))),
    );
    return value.isOne ? list[0] : list;
  }

  /** The entries with what is under the branches in their places, a level at a time. */
  private async expand(entries: Entries): Promise<Entries> {
    const branches = entries.flatMap((entry) => (Array.isArray(entry) ? [String(entry[0])] : []));
    if (branches.length === 0) return entries;
    const texts = await this.store.find(branches);
    const under = (entry: Entry): Entries =>
      Array.isArray(entry) ? (JSON.parse(textIn(texts, String(entry[0]))) as Entries) : [entry];
    return this.expand(entries.flatMap(under));
  }
}

const plainOf = (entry: Entry) => (isObject(entry) && "value" in entry ? entry.value : null);

function textIn(texts: ReadonlyMap<string, string>, hash: string): string {
  const text = texts.get(hash);
  if (text === undefined) throw new Error(`a part of the conversation is missing from where it was kept (${hash})`);
  return text;
}

/** The parts of a checkpoint that have a field for each channel or node. */
const parts = ["channel_values", "channel_versions", "versions_seen"] as const;
type Part = (typeof parts)[number];

const hashOfSettled = memoize(({ text }: Settled) => hashOf(text));

type Checkpoint = { readonly channel_values: object } & { readonly [Key in Part]?: object };

/** A checkpoint in the form of this file: what has settled of each part stands under its hash. */
type Saved = Checkpoint & { readonly [mark]?: Readonly<Record<string, string>> };

/** Those of earlier versions had no marks of their own. */
function isSaved(value: unknown): value is Saved {
  return isObject(value) && "channel_values" in value && isObject(value.channel_values);
}

const isCheckpoint = (value: unknown): value is Checkpoint => isSaved(value) && !(mark in value);

/** The latest keys, so many of them: what was kept a moment ago need not be kept again. */
class RecentKeys {
  private readonly keys = new Set<string>();

  constructor(private readonly most: number) {}

  has(key: string): boolean {
    return this.keys.has(key);
  }

  add(key: string): void {
    this.keys.add(key);
    const [oldest] = this.keys;
    if (this.keys.size > this.most && oldest !== undefined) this.keys.delete(oldest);
  }
}
