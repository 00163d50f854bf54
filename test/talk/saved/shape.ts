import { isRecord } from "../../../src/base/is-record.js";

/** The types of the values at each path, such as `[].decisions[].bids`. */
export type Shape = Readonly<Record<string, readonly string[]>>;

/** `keyed`: the paths of objects whose keys are data, such as model names, instead of field names. */
export function shapeOf(value: unknown, keyed: readonly string[] = []): Shape {
  const found = new Map<string, Set<string>>();
  const visit = (path: string, part: unknown): void => {
    const type = part === null ? "null" : Array.isArray(part) ? "list" : typeof part;
    found.set(path, (found.get(path) ?? new Set()).add(type));
    if (Array.isArray(part)) for (const item of part) visit(`${path}[]`, item);
    else if (isRecord(part))
      for (const [key, inner] of Object.entries(part)) visit(`${path}.${keyed.includes(path) ? "*" : key}`, inner);
  };
  visit("", value);
  return Object.fromEntries([...found].sort().map(([path, types]) => [path, [...types].sort()]));
}
