/**
 * LangChain and LangGraph mark their own objects in JSON with keys such as `lc`, and convert marked JSON to objects
 * when reading it. Data from models, tools and clients can contain the same keys, but must remain plain data.
 * Therefore, writing adds a `~` before each such key, even if the key already has one, and reading removes one `~`. The
 * key `__proto__` is escaped too, because LangGraph drops it when reading JSON.
 */
import { BaseMessage } from "@langchain/core/messages";

const misread = "(?:lc|lg_name|__lc_escaped__|__proto__)";
const misreadKey = new RegExp(`^~*${misread}$`);
const escapedKey = new RegExp(`^~+${misread}$`);
const misreadInJson = new RegExp(`"~*${misread}":`);
const escapedInJson = new RegExp(`"~+${misread}":`);

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const isPlainObject = (value: object): boolean =>
  Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null;

const hasJson = (value: object): value is { toJSON(): unknown } =>
  "toJSON" in value && typeof value.toJSON === "function";

type Change = (value: unknown) => unknown;

const changeFields = (fields: Readonly<Record<string, unknown>>, change: Change) =>
  Object.entries(fields).map(([key, value]) => [key, change(value)] as const);

export const mayHoldMarkers = (json: string): boolean => misreadInJson.test(json);

/** Copies a value, and escapes keys that could be mistaken for the libraries' marks, but not the marks themselves. */
export function hideForeignKeys(value: unknown, within = new Set<unknown>()): unknown {
  if (!isObject(value) || within.has(value)) return value;
  within.add(value);
  const hidden = hideIn(value, (part) => hideForeignKeys(part, within));
  within.delete(value);
  return hidden;
}

function hideIn(value: Readonly<Record<string, unknown>>, hide: Change): unknown {
  if (Array.isArray(value)) return value.map(hide);
  if (value instanceof Map) return new Map([...value].map(([key, held]) => [hide(key), hide(held)]));
  if (value instanceof Set) return new Set([...value].map(hide));
  if (isPlainObject(value))
    return Object.fromEntries(
      changeFields(value, hide).map(([key, held]) => [misreadKey.test(key) ? `~${key}` : key, held]),
    );
  if (!hasJson(value)) return value;
  const json = jsonOf(value);
  // Does not escape the keys at this level, because they mark the object itself.
  return isObject(json) ? Object.fromEntries(changeFields(json, hide)) : json;
}

/**
 * Like `toJSON`, but reads a message's fields from the message itself, because LangChain's JSON drops their `__proto__`
 * keys and wraps objects with an `lc` key.
 */
export function jsonOf(value: { toJSON(): unknown }): unknown {
  const json = value.toJSON();
  if (!isObject(json) || !isObject(json["kwargs"]) || !BaseMessage.isInstance(value)) return json;
  const fields = Object.keys(json["kwargs"]).map((key) => [key, Reflect.get(value, key)]);
  return { ...json, kwargs: Object.fromEntries(fields) };
}

/** Undoes {@link hideForeignKeys} in a value read from `json`. Changes class instances in place. */
export const showForeignKeys = <Value>(value: Value, json: string): Value =>
  escapedInJson.test(json) ? (show(value) as Value) : value;

function show(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map(show);
  if (value instanceof Map) return new Map([...value].map(([key, held]) => [show(key), show(held)]));
  if (value instanceof Set) return new Set([...value].map(show));
  const shown = changeFields(value, show);
  if (!isPlainObject(value)) return Object.assign(value, Object.fromEntries(shown));
  return Object.fromEntries(shown.map(([key, held]) => [escapedKey.test(key) ? key.slice(1) : key, held]));
}
