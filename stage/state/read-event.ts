/** Applies a reader to an event. The compiler rejects a reader that omits a kind of event. */
import type { EventReader } from "../port.js";

/** Returns undefined if the reader ignores the event, or if a newer server sent a kind that this page does not know. */
export function readEvent<Event extends { readonly type: string }, Result, Context extends unknown[]>(
  reader: EventReader<Event, Result, Context>,
  event: Event,
  ...context: Context
): Result | undefined {
  type Read = (event: Event, ...context: Context) => Result;
  const read = reader[event.type as Event["type"]] as Read | null | undefined;
  return read?.(event, ...context);
}
