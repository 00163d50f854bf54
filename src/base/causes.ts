import { isRecord, type Named } from "./is-record.js";

type Thrown = Error & Named;

/** Returns the error and its causes, outermost first, without values that are not objects, such as a thrown string. */
export const chainOf = (error: unknown, outer: readonly Thrown[] = []): readonly Thrown[] =>
  isRecord(error) && !outer.includes(error as Thrown) ? chainOf(error["cause"], [...outer, error as Thrown]) : outer;
