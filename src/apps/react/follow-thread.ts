import type { FollowedEvent } from "../../talk/conversations/port/port.js";
import { everySecond } from "./every-second.js";
import type { RequestError } from "./request-error.js";
import type { EventSource, Quiet } from "./source.js";

/** The first and the longest wait between two attempts to connect, in seconds. */
const timing = { firstRetry: 1, longestRetry: 5 };

/**
 * What is wrong with the connection. `lost`: there is no connection, and attempt number `attempt` begins in `left`
 * seconds, or is in progress if `left` is 0. If the conversation does not exist, no attempt follows.
 */
export type Trouble = Quiet | { readonly kind: "lost"; readonly attempt: number; readonly left: number };

export interface Listener {
  after(): number;
  onEvent(event: FollowedEvent): void;
  onTyping(participant: string): void;
  /**
   * Called when trouble starts or changes. Called with null when something arrives again on a quiet connection.
   * `refusal`: the error if the source rejected the latest request.
   */
  onTrouble(trouble: Trouble | null, refusal: RequestError | null): void;
}

/**
 * Passes a conversation's events to `listener`, and reconnects whenever the connection ends. Resolves when `signal`
 * aborts or the conversation does not exist.
 *
 * @param hurry - A `now` event on this target starts the next attempt immediately. To end the wait after an abort,
 * dispatch `now` as well.
 */
export async function followThread(
  source: EventSource,
  thread: string,
  listener: Listener,
  signal: AbortSignal,
  hurry: EventTarget,
): Promise<void> {
  const { firstRetry, longestRetry } = timing;
  let wait = firstRetry;
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    let refusal: RequestError | null = null;
    try {
      const events = source.follow(thread, {
        after: listener.after(),
        signal,
        onQuiet: (quiet) => listener.onTrouble(quiet, null),
        onTyping: listener.onTyping,
      });
      for await (const event of events) {
        [attempt, wait] = [0, firstRetry];
        listener.onEvent(event);
      }
    } catch (error) {
      const { status } = error as RequestError;
      // A lost or silent connection, or an error of the server itself, does not count as a refusal.
      if (status >= 400 && status < 500) {
        refusal = error as RequestError;
        // Retries may keep failing until the user does something, such as logging in again.
        wait = longestRetry;
      }
    }
    if (signal.aborted) return;
    const next = attempt + 1;
    const lost = (left: number) => listener.onTrouble({ kind: "lost", attempt: next, left }, refusal);
    lost(wait);
    if (refusal?.status === 404) return;
    await pause(wait, lost, hurry);
    if (signal.aborted) return;
    lost(0);
    wait = Math.min(wait * 2, longestRetry);
  }
}

async function pause(seconds: number, report: (left: number) => void, hurry: EventTarget) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const go = () => resolve();
  hurry.addEventListener("now", go);
  const stop = everySecond((passed) => {
    if (passed < seconds) report(seconds - passed);
    else go();
  });
  await promise;
  stop();
  hurry.removeEventListener("now", go);
}
