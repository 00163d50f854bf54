import { eventKinds } from "../../../core/state/events.js";
import { speechOf } from "./feed.js";
import type { FollowedEvent } from "./port.js";

/**
 * Whether two equal events of this type are one event that `follow` yielded twice. Also true for bids, because `follow`
 * yields the current turn's bids again after each status.
 */
const mayRepeat = (type: FollowedEvent["type"]) =>
  type === "bid" || (type !== "status" && eventKinds[type] !== "unsaved");

/** Skips repeats: `follow` repeats events of the current turn when they are saved, and after each status. */
export async function* withoutRepeats(events: AsyncIterable<FollowedEvent>): AsyncGenerator<FollowedEvent, void> {
  const known = new Set<unknown>();
  const isKnown = (key: string) => known.size === known.add(key).size;
  /**
   * A `speech-start` that may be a repeat or the start of another speech by the same speaker. The next event shows
   * which of the two it is.
   */
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
