/**
 * Escapes keys of foreign data that LangChain or LangGraph would misread. Both libraries mark their own objects in JSON
 * with keys such as `lc`, and turn marked JSON into objects when they read it. Data from models, tools and clients may
 * contain the same keys, but must stay data. Writing therefore adds a `~` before each such key, even if the key already
 * has one, and reading removes one `~`. LangGraph drops the key `__proto__` when it reads JSON, so this key is escaped,
 * too.
 */
import { BaseMessage } from "@langchain/core/messages";

const marker = /^~*(lc|lg_name|__lc_escaped__|__proto__)$/;
const hiddenMarker = /^~+(lc|lg_name|__lc_escaped__|__proto__)$/;
const markerInJson = /"~*(?:lc|lg_name|__lc_escaped__|__proto__)":/;
const hiddenInJson = /"~+(?:lc|lg_name|__lc_escaped__|__proto__)":/;

/** The JSON of a LangChain object, as the object's `toJSON` returns it. */
interface OwnObject {
  readonly kwargs?: Readonly<Record<string, unknown>>;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const isPlainObject = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const isSerializable = (value: object): value is { toJSON(): OwnObject } =>
  "lc_serializable" in value && "toJSON" in value && typeof value.toJSON === "function";

const pickFrom = (value: object, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, Reflect.get(value, key)]));

type Change = (value: unknown) => unknown;

const changeFields = (fields: Readonly<Record<string, unknown>>, change: Change) =>
  Object.entries(fields).map(([key, value]) => [key, change(value)] as const);

/** Whether JSON may contain keys that {@link hideForeignKeys} must escape. */
export const mayHoldMarkers = (json: string): boolean => markerInJson.test(json);

/**
 * Copies a value, and escapes the keys in it that LangChain or LangGraph would misread. Leaves their own markers
 * unchanged.
 */
export function hideForeignKeys(value: unknown, within: ReadonlySet<unknown> = new Set()): unknown {
  if (!isObject(value) || within.has(value)) return value;
  const path = new Set([...within, value]);
  const hide: Change = (part) => hideForeignKeys(part, path);
  if (Array.isArray(value)) return value.map(hide);
  if (value instanceof Map) return new Map([...value].map(([key, held]) => [hide(key), hide(held)]));
  if (value instanceof Set) return new Set([...value].map(hide));
  if (isSerializable(value)) {
    const { kwargs = {}, ...json } = value.toJSON();
    // Reads the fields from the message, because `toJSON` loses nested `__proto__` keys and wraps objects with an `lc`
    // key.
    const fields = BaseMessage.isInstance(value) ? pickFrom(value, Object.keys(kwargs)) : kwargs;
    return { ...json, kwargs: Object.fromEntries(changeFields(fields, hide)) };
  }
  if (isPlainObject(value))
    return Object.fromEntries(
      changeFields(value, hide).map(([key, held]) => [marker.test(key) ? `~${key}` : key, held]),
    );
  // LangGraph's own objects, such as `Send`, hold parts of the state.
  if ("lg_name" in value)
    return Object.assign(Object.create(Object.getPrototypeOf(value)), Object.fromEntries(changeFields(value, hide)));
  return value;
}

/** Undoes {@link hideForeignKeys} in a value read from `json`. Changes class instances in place. */
export const showForeignKeys = <Value>(value: Value, json: string): Value =>
  hiddenInJson.test(json) ? (show(value) as Value) : value;

function show(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map(show);
  if (value instanceof Map) return new Map([...value].map(([key, held]) => [show(key), show(held)]));
  if (value instanceof Set) return new Set([...value].map(show));
  const shown = changeFields(value, show);
  if (!isPlainObject(value)) return Object.assign(value, Object.fromEntries(shown));
  return Object.fromEntries(shown.map(([key, held]) => [hiddenMarker.test(key) ? key.slice(1) : key, held]));
}
