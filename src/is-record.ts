/** An object of named values, as JSON and YAML have them. */
export type Named = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Named =>
  typeof value === "object" && value !== null && !Array.isArray(value);
