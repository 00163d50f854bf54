export type Named = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Named =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads only own properties, so that names such as `constructor` have no value. */
export const ownValue = <Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;
