/** Looks into a zod schema: which fields does the object at a path have? */
import { z } from "zod";

/** The schema inside defaults, optionals and pipes. */
function unwrap(schema: unknown): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional)
    return unwrap(schema.unwrap());
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  return schema;
}

/** The fields of the object that `schema` has at `path`; undefined where it has none. */
export function shapeAt(schema: z.ZodType, path: readonly PropertyKey[]): Record<string, unknown> | undefined {
  let current = unwrap(schema);
  for (const key of path) {
    if (current instanceof z.ZodArray) current = unwrap(current.element);
    else if (current instanceof z.ZodObject) current = unwrap(current.shape[String(key)]);
    else return undefined;
  }
  return current instanceof z.ZodObject ? current.shape : undefined;
}
