/** Writes checkpoint metadata as plain JSON. Reading it creates only plain data, so keys need no escaping. */
import type { CheckpointMetadata, SerializerProtocol } from "@langchain/langgraph-checkpoint";
import { isObject } from "./contents/foreign-keys.js";

export async function dumpMetadata(plain: SerializerProtocol, metadata: CheckpointMetadata): Promise<string> {
  try {
    return JSON.stringify(metadata);
  } catch {
    // LangGraph's serializer does not throw: for a cycle or a `bigint`, it writes a placeholder.
    return new TextDecoder().decode((await plain.dumpsTyped(metadata))[1]);
  }
}

/** Matches the characters that PostgreSQL's JSONB cannot store, and the character that marks their escapes. */
const unstorable = /[\0\uE000]|\p{Surrogate}/gu;

const escapeText = (text: string) =>
  text.replace(unstorable, (found) => `\uE000${found.charCodeAt(0).toString(16).padStart(4, "0")}`);

const unescapeText = (text: string) =>
  text.replace(/\uE000([\da-f]{4})/g, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [map(key), mapTexts(held, map)]));
}

/** Copies JSON, and escapes what PostgreSQL's JSONB cannot store. {@link fromJsonb} undoes this. */
export const toJsonb = (value: unknown): unknown => mapTexts(value, escapeText);

export const fromJsonb = (value: unknown): unknown => mapTexts(value, unescapeText);
