/**
 * Writes single values as JSON, in the same form as LangGraph's serializer, but many times faster for plain data and
 * messages.
 */
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { SerializerProtocol } from "@langchain/langgraph-checkpoint";
import { parseStored, storageFailed } from "../../../errors/storage-failure.js";
import { hideForeignKeys, isObject, jsonOf, mayHoldMarkers, showForeignKeys } from "./foreign-keys.js";

export const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

export const textOf = (data: Uint8Array | string) => (typeof data === "string" ? data : new TextDecoder().decode(data));

/**
 * Whether `JSON.stringify` writes a value exactly like LangGraph's serializer. `depth` limits the nesting, so that
 * cycles do not recurse forever.
 */
function isPlain(value: unknown, depth = 40): boolean {
  if (!isObject(value)) return value === null || ["string", "number", "boolean"].includes(typeof value);
  const isJson = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isJson && depth > 0 && Object.values(value).every((part) => isPlain(part, depth - 1));
}

const messageTypes: Readonly<Record<string, typeof AIMessage | typeof HumanMessage>> = { AIMessage, HumanMessage };

const messageStart = (name: string) =>
  `{"lc":1,"type":"constructor","id":["langchain_core","messages","${name}"],"kwargs":`;

const messageStarts = Object.keys(messageTypes).map(messageStart);

interface MessageJson {
  readonly id: readonly string[];
  readonly kwargs: ConstructorParameters<typeof AIMessage>[0];
}

/**
 * Whether a text returned by `dump` can become part of a longer JSON text. If it can, `reviveParsed` restores the value
 * from the parsed JSON.
 */
export function canEmbed(text: string): boolean {
  const start = messageStarts.find((each) => text.startsWith(each)) ?? "";
  return !mayHoldMarkers(text.slice(start.length));
}

export function reviveParsed(value: object): unknown {
  if (!("lc" in value)) return value;
  const { id, kwargs } = value as MessageJson & { readonly lc: unknown };
  const type = messageTypes[id[2] as string] as typeof AIMessage;
  return new type(kwargs);
}

export class ValueSerializer {
  /**
   * @param plain - LangGraph's own serializer.
   * @param place - The storage's name in errors.
   */
  constructor(
    private readonly plain: SerializerProtocol,
    private readonly place: string,
  ) {}

  async dump(value: unknown): Promise<string> {
    if (isPlain(value)) {
      const json = JSON.stringify(value);
      return mayHoldMarkers(json) ? JSON.stringify(hideForeignKeys(value)) : json;
    }
    const message = isObject(value) ? this.messageJson(value) : undefined;
    if (message !== undefined) return message;
    // LangGraph's serializer writes bytes as text only inside another value, so this wraps the bytes in a list and
    // removes the list's brackets.
    if (isBytes(value)) return textOf((await this.plain.dumpsTyped([value]))[1]).slice(1, -1);
    return textOf((await this.plain.dumpsTyped(hideForeignKeys(value)))[1]);
  }

  /** Returns undefined if only LangGraph's serializer can write the value. */
  private messageJson(value: object): string | undefined {
    const name = Object.keys(messageTypes).find((each) => messageTypes[each] === value.constructor);
    if (name === undefined) return undefined;
    const { kwargs: fields } = jsonOf(value as BaseMessage) as { readonly kwargs?: object };
    if (!fields || !isPlain(fields)) return undefined;
    const json = JSON.stringify(fields);
    if (mayHoldMarkers(json)) return undefined;
    return `${messageStart(name)}${json}}`;
  }

  async revive(text: string): Promise<unknown> {
    const value = this.reviveAtOnce(text);
    if (value !== undefined) return value;
    try {
      return showForeignKeys(await this.plain.loadsTyped("json", text), text);
    } catch (error) {
      throw storageFailed(error, this.place, "damaged");
    }
  }

  /**
   * Reads JSON without LangGraph's slow reviver, because a long conversation has thousands of texts. Returns undefined
   * if the text may need the reviver.
   */
  reviveAtOnce(text: string): unknown {
    const isMessage = messageStarts.some((start) => text.startsWith(start));
    if (text.lastIndexOf('"lc":') > (isMessage ? 1 : -1)) return undefined;
    const value: object = showForeignKeys(parseStored(text, this.place), text);
    return isMessage ? reviveParsed(value) : value;
  }
}
