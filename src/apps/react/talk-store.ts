import type { FollowedEvent } from "../../talk/conversations/port/port.js";
import { followThread, type Trouble } from "./follow-thread.js";
import type { RequestError } from "./request-error.js";
import type { EventSource } from "./source.js";
import { follow, newTalk, type Talk } from "./talk.js";

export interface FollowedTalk {
  readonly talk: Talk;
  readonly refusal: RequestError | null;
  /** What is wrong with the connection; null while it works. */
  readonly trouble: Trouble | null;
}

export const unknownTalk: FollowedTalk = { talk: newTalk, refusal: null, trouble: null };

interface Page {
  requestAnimationFrame?(run: () => void): number;
  cancelAnimationFrame?(frame: number): void;
  addEventListener?(type: "online", run: () => void): void;
  removeEventListener?(type: "online", run: () => void): void;
}
const page = globalThis as Page;

/** Calls `run` before the next repaint, but after at most 100 ms, because browsers do not repaint hidden tabs. */
function soon(run: () => void): void {
  const frame = page.requestAnimationFrame?.(() => {
    clearTimeout(timer);
    run();
  });
  const timer = setTimeout(() => {
    page.cancelAnimationFrame?.(frame ?? 0);
    run();
  }, 100);
}

/**
 * The store follows the thread only while it has subscribers, but keeps what it knows for later subscribers.
 *
 * @param thread - Null if there is nothing to follow.
 */
export function createTalkStore(source: EventSource, thread: string | null, onTyping: (participant: string) => void) {
  const subscribers = new Set<() => void>();
  const hurry = new EventTarget();
  const hurryUp = () => {
    hurry.dispatchEvent(new Event("now"));
  };
  let followed = unknownTalk;
  /** The events that `followed` does not include yet. Many may arrive between two repaints. */
  let queue: FollowedEvent[] = [];
  let isDue = false;
  let running: AbortController | null = null;

  const change = ({ refusal, trouble }: Omit<FollowedTalk, "talk">) => {
    followed = { talk: follow(followed.talk, queue), refusal, trouble };
    queue = [];
    for (const tell of [...subscribers]) tell();
  };
  const run = (known: string, { signal }: AbortController) =>
    followThread(
      source,
      known,
      {
        after: () => follow(followed.talk, queue).latest,
        onTrouble: (trouble, refusal) => change({ trouble, refusal }),
        onTyping,
        onEvent(event) {
          if (signal.aborted) return;
          queue.push(event);
          if (isDue) return;
          isDue = true;
          soon(() => {
            isDue = false;
            if (queue.length > 0) change(unknownTalk);
          });
        },
      },
      signal,
      hurry,
    );
  const stop = () => {
    running?.abort();
    running = null;
    hurryUp();
    page.removeEventListener?.("online", hurryUp);
  };
  const startOrStop = () => {
    if (thread !== null && subscribers.size > 0 && !running) {
      // The thread did not exist at the last attempt. If it exists now, its conversation is a new one.
      if (followed.refusal?.status === 404) followed = { ...followed, talk: newTalk };
      const own = new AbortController();
      running = own;
      page.addEventListener?.("online", hurryUp);
      void run(thread, own).then(() => {
        if (!own.signal.aborted) stop();
      });
    } else if (subscribers.size === 0) stop();
  };
  return {
    get: () => followed,
    reconnect() {
      hurryUp();
      startOrStop();
    },
    subscribe(tell: () => void): () => void {
      // Waits, because React's strict mode subscribes, unsubscribes and subscribes again at once.
      queueMicrotask(startOrStop);
      subscribers.add(tell);
      return () => {
        queueMicrotask(startOrStop);
        subscribers.delete(tell);
      };
    },
  };
}
