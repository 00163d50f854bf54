/** For those who show each event once, as it comes. */
import { eventKinds } from "../../../core/state/events.js";
import { speechOf } from "./feed.js";
import type { FollowedEvent } from "./port.js";

/** Whether two equal events are one that comes twice. The state under way holds bids, so they follow each status. */
const mayRepeat = (type: FollowedEvent["type"]) =>
  type === "bid" || (type !== "status" && eventKinds[type] !== "unsaved");

/**
 * Leaves out what has come before: what happens in a turn comes once more when it is saved, and what still holds of the turn under way
 * follows each status.
 */
export async function* withoutRepeats(events: AsyncIterable<FollowedEvent>): AsyncGenerator<FollowedEvent, void> {
  const known = new Set<unknown>();
  const isKnown = (key: string) => known.size === known.add(key).size;
  /** A speech that is repeated, or another one of its speaker. What follows tells. */
  let begun: FollowedEvent | undefined;
  for await (const event of events) {
    const { sequence, ...plain } = event;
    let isRepeat = false;
    if (plain.type === "speech-end") {
      isRepeat = isKnown(JSON.stringify([speechOf(plain), plain.text]));
      known.add(speechOf(plain));
    } else if (mayRepeat(plain.type)) isRepeat = isKnown(JSON.stringify(plain));
    if (begun && !(event.type === "speech-end" && isRepeat)) yield begun;
    begun = undefined;
    if (isRepeat) continue;
    if (event.type === "speech-start" && event.attempt === 1 && known.has(speechOf(event))) begun = event;
    else yield event;
  }
}
