/** An object with named values, as in JSON and YAML. */
export type Named = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Named =>
  typeof value === "object" && value !== null && !Array.isArray(value);
