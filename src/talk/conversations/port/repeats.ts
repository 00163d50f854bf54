/** Removes repeated events, for readers that show each event once, as it happens. */
import { eventKinds } from "../../../core/state/events.js";
import { speechOf } from "./feed.js";
import type { FollowedEvent } from "./port.js";

/**
 * Whether an equal event is the same event again. Bids are repeated too, because they follow each status of their turn.
 */
const mayRepeat = (type: FollowedEvent["type"]) =>
  type === "bid" || (type !== "status" && eventKinds[type] !== "unsaved");

/**
 * Removes events that were yielded before. Each event of a turn comes again when it is saved, and the events of the
 * current turn come again after each status.
 */
export async function* withoutRepeats(events: AsyncIterable<FollowedEvent>): AsyncGenerator<FollowedEvent, void> {
  const known = new Set<unknown>();
  const isKnown = (key: string) => known.size === known.add(key).size;
  /** The start of a speech that may be a repeat, or a new speech by the same speaker. The next event decides. */
  let pendingStart: FollowedEvent | undefined;
  for await (const event of events) {
    const { sequence, ...plain } = event;
    let isRepeat = false;
    if (plain.type === "speech-end") {
      isRepeat = isKnown(JSON.stringify([speechOf(plain), plain.text]));
      known.add(speechOf(plain));
    } else if (mayRepeat(plain.type)) isRepeat = isKnown(JSON.stringify(plain));
    if (pendingStart && !(event.type === "speech-end" && isRepeat)) yield pendingStart;
    pendingStart = undefined;
    if (isRepeat) continue;
    if (event.type === "speech-start" && event.attempt === 1 && known.has(speechOf(event))) pendingStart = event;
    else yield event;
  }
}
