/** Looks through the body of a request, whatever it is. */

import { isRecord, type Named } from "../is-record.js";

export type Fields = Named;

export const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

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
