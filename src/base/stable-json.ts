import { isRecord } from "./is-record.js";

const inOrderOfKeys = (_key: string, value: unknown) =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;

/** Returns JSON that is the same for equal values, whatever the order of their fields. */
export const stableJson = (value: unknown): string => JSON.stringify(value, inOrderOfKeys);
