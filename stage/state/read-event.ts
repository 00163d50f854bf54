/** Applies readers to events. Readers list every kind, so a new kind is a compile error until each lists it. */
import type { EventReader } from "../port.js";

/** Returns undefined if the reader ignores the event, or if a newer server sent a kind that the page does not know. */
export function readEvent<Event extends { readonly type: string }, Result, Context extends unknown[]>(
  reader: EventReader<Event, Result, Context>,
  event: Event,
  ...context: Context
): Result | undefined {
  type Read = (event: Event, ...context: Context) => Result;
  const read = reader[event.type as Event["type"]] as Read | null | undefined;
  return read?.(event, ...context);
}
