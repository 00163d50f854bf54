/** Looks into a zod schema: which fields, and which bounds, does it have at a path? */
import { z } from "zod";

/** The schema inside defaults, optionals and pipes. */
function unwrap(schema: unknown): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional)
    return unwrap(schema.unwrap());
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  return schema;
}

/** The schema at a path; undefined where there is none. */
function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): unknown {
  let current = unwrap(schema);
  for (const key of path) {
    if (current instanceof z.ZodArray) current = unwrap(current.element);
    else if (current instanceof z.ZodObject) current = unwrap(current.shape[String(key)]);
    else return undefined;
  }
  return current;
}

/** The fields of the object that `schema` has at `path`; undefined where it has none. */
export function shapeAt(schema: z.ZodType, path: readonly PropertyKey[]): Record<string, unknown> | undefined {
  const found = schemaAt(schema, path);
  return found instanceof z.ZodObject ? found.shape : undefined;
}

/** The lowest and the highest number allowed; undefined where there is none. */
export interface Bounds {
  readonly lowest: number | undefined;
  readonly highest: number | undefined;
}

export function boundsAt(schema: z.ZodType, path: readonly PropertyKey[]): Bounds {
  const found = schemaAt(schema, path);
  if (!(found instanceof z.ZodNumber)) return { lowest: undefined, highest: undefined };
  return { lowest: found.minValue ?? undefined, highest: found.maxValue ?? undefined };
}
