/** Helpers for forms that are generated from JSON Schemas. */
import type { JsonSchema } from "../port.js";

export type Fields = Readonly<Record<string, unknown>>;

export type FieldKind = "choice" | "yes-no" | "number" | "line" | "text" | "names" | "list" | "group" | "other";

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A setting that allows more characters than this gets a multi-line field. */
const longLine = 300;

export function kindOf(schema: JsonSchema): FieldKind {
  if (schema.enum) return "choice";
  switch (schema.type) {
    case "boolean":
      return "yes-no";
    case "integer":
    case "number":
      return "number";
    case "string":
      return (schema.maxLength ?? 0) > longLine ? "text" : "line";
    case "array":
      return schema.items && partOf(schema.items).properties ? "list" : "names";
    case "object":
      return schema.properties ? "group" : "other";
    default:
      return "other";
  }
}

/**
 * The schema's alternative that has fields, or the schema itself. A participant, for example, can be a name or an
 * object.
 */
export const partOf = (schema: JsonSchema): JsonSchema =>
  schema.anyOf?.find(({ properties }) => properties !== undefined) ?? schema;

/** `undefined` removes the value, and any map that becomes empty. */
export function setAt(fields: Fields, [key, ...rest]: readonly string[], value: unknown): Fields {
  if (key === undefined) return fields;
  const inner = fields[key];
  const changed = rest.length === 0 ? value : setAt(isFields(inner) ? inner : {}, rest, value);
  const isRemoved =
    changed === undefined || (rest.length > 0 && isFields(changed) && Object.keys(changed).length === 0);
  const { [key]: _before, ...others } = fields;
  return isRemoved ? others : { ...fields, [key]: changed };
}

export function splitFields(
  fields: Fields,
  context: readonly string[],
): { readonly input: Fields; readonly context: Fields } {
  const { title: _title, mode: _mode, ...settings } = fields;
  const entries = Object.entries(settings);
  return {
    input: Object.fromEntries(entries.filter(([key]) => !context.includes(key))),
    context: Object.fromEntries(entries.filter(([key]) => context.includes(key))),
  };
}
