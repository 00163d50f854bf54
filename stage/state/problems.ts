import type { JsonSchema } from "../port.js";
import { type Fields, kindOf, partOf } from "./form.js";

/** `field` is a path in the server's notation, such as `participants[1].name`. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** For example, `["participants", 1, "name"]`. */
export type Path = readonly (string | number)[];

export const placeOf = (path: Path): string =>
  path.map((key, at) => (typeof key === "number" ? `[${key}]` : `${at > 0 ? "." : ""}${key}`)).join("");

const pathOf = (place: string): Path =>
  [...place.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([key, index]) => (index === undefined ? key : Number(index)));

function shownPart(schema: JsonSchema, [key, ...rest]: Path): Path {
  const kind = kindOf(schema);
  const inner = kind === "list" && typeof key === "number" ? schema.items : schema.properties?.[key ?? ""];
  return key === undefined || !inner ? [] : [key, ...shownPart(partOf(inner), rest)];
}

/**
 * Returns the messages, keyed by the place of the field that shows them. A problem in a part of a value, such as one of
 * several names, belongs to the field with the whole value. Problems without a field have the place "".
 * @param schema - The schema of all fields that the form has.
 */
export function placeProblems(problems: readonly FieldProblem[], schema: JsonSchema): ReadonlyMap<string, string> {
  const placed = new Map<string, string>();
  for (const { field, message } of problems) {
    const place = placeOf(shownPart(schema, pathOf(field)));
    const part = field.slice(place.length).replace(/^\./, "");
    const line = part === "" ? message : `${part}: ${message}`;
    placed.set(place, [placed.get(place) ?? [], line].flat().join("\n"));
  }
  return placed;
}

const valueAt = (fields: Fields, place: string): unknown =>
  pathOf(place).reduce<unknown>((value, key) => (value as Fields | undefined)?.[key], fields);

export const unsolved = (
  problems: ReadonlyMap<string, string>,
  rejected: Fields,
  fields: Fields,
): ReadonlyMap<string, string> =>
  new Map([...problems].filter(([place]) => valueAt(rejected, place) === valueAt(fields, place)));
