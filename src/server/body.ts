/** Looks through the body of a request, whatever it is. */

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The parts of a body that ask for something: several runs stand in a list, a command has its own below it. */
export const requestsIn = (body: unknown): Fields[] =>
  (Array.isArray(body) ? body : [body]).map(fieldsOf).flatMap((each) => [each, fieldsOf(each["params"])]);

/** Every value in it, at any depth. Not by recursion, which a deep body would exhaust. */
export function* valuesIn(body: unknown): Generator<unknown> {
  const pending: unknown[] = [body];
  while (pending.length > 0) {
    const value = pending.pop();
    yield value;
    if (typeof value === "object" && value !== null) for (const each of Object.values(value)) pending.push(each);
  }
}
