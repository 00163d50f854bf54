/** A form made from a JSON Schema: what kind of field a setting needs, and how its value is set. */
import type { JsonSchema } from "../net/api.js";

export type Fields = Readonly<Record<string, unknown>>;

export type FieldKind = "choice" | "yes-no" | "number" | "line" | "text" | "names" | "list" | "group" | "other";

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Longer texts get more than one line. */
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

/** Of alternatives, the one with the most to fill in: a participant may be a name, or all there is to say. */
export const partOf = (schema: JsonSchema): JsonSchema =>
  schema.anyOf?.find(({ properties }) => properties !== undefined) ?? schema;

/** Sets a value, or takes it away; maps that hold nothing more go with it. The original stays as it is. */
export function setAt(fields: Fields, [key, ...rest]: readonly string[], value: unknown): Fields {
  if (key === undefined) return fields;
  const inner = fields[key];
  const changed = rest.length === 0 ? value : setAt(isFields(inner) ? inner : {}, rest, value);
  const isGone = changed === undefined || (rest.length > 0 && isFields(changed) && Object.keys(changed).length === 0);
  const { [key]: _before, ...others } = fields;
  return isGone ? others : { ...fields, [key]: changed };
}

/** The fields of a form, as the server takes them: what is said, and how it is run. `context`: the names of the latter. */
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
