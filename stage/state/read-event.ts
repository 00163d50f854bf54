/** What the page's readers make of an event. Each has a table with every kind, so that a new kind is a compile error until it decides. */
import type { EventReader } from "../port.js";

/** Undefined if the reader does not need the event, or if a newer server has sent a kind that it does not know. */
export function readEvent<Event extends { readonly type: string }, Result, Context extends unknown[]>(
  reader: EventReader<Event, Result, Context>,
  event: Event,
  ...context: Context
): Result | undefined {
  type Read = (event: Event, ...context: Context) => Result;
  const read = reader[event.type as Event["type"]] as Read | null | undefined;
  return read?.(event, ...context);
}
