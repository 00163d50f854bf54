/** For those who show each event once, as it comes. */
import type { FollowedEvent } from "./port.js";

type Event<Type extends FollowedEvent["type"]> = Extract<FollowedEvent, { readonly type: Type }>;

const speechOf = ({ turn, speaker }: Event<"speech-start" | "speech-delta" | "speech-end">) => `${turn} ${speaker}`;

/** Of these, each is another one. */
const neverRepeated: ReadonlySet<FollowedEvent["type"]> = new Set([
  ...(["status", "speech-failed", "retry", "tool-call"] as const),
]);

/**
 * Leaves out what has come before: what happens in a turn comes once more when it is saved, and what still holds of the turn under way
 * follows each status. On a server, a speech may also be saved before its pieces arrive.
 */
export async function* withoutRepeats(events: AsyncIterable<FollowedEvent>): AsyncGenerator<FollowedEvent, void> {
  const known = new Set<string>();
  const isKnown = (key: string) => known.size === known.add(key).size;
  /** How many speeches of a speaker in a turn have ended, in pieces and as they were saved. */
  let spoken = new Map<string, number>();
  const saved = new Map<string, number>();
  const isSaved = (key: string) => (spoken.get(key) ?? 0) < (saved.get(key) ?? 0);
  /** A speech that is repeated, or another one of its speaker. What follows tells. */
  let begun: Event<"speech-start"> | undefined;
  for await (const event of events) {
    const { sequence, ...plain } = event;
    let isRepeat = false;
    if (plain.type === "status") spoken = new Map(saved);
    else if (plain.type === "speech-start" || plain.type === "speech-delta") isRepeat = isSaved(speechOf(plain));
    else if (plain.type === "speech-end") {
      const key = speechOf(plain);
      const isLate = sequence === undefined && isSaved(key);
      const counts = sequence === undefined ? spoken : saved;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      isRepeat = isKnown(JSON.stringify([key, plain.text])) || isLate;
      known.add(key);
    } else if (!neverRepeated.has(plain.type)) isRepeat = isKnown(JSON.stringify(plain));
    if (begun && !(event.type === "speech-end" && isRepeat)) yield begun;
    begun = undefined;
    if (isRepeat) continue;
    if (event.type === "speech-start" && event.attempt === 1 && known.has(speechOf(event))) begun = event;
    else yield event;
  }
}
