/** A hook that follows a conversation on the server. */
import { useCallback, useEffect, useMemo, useState } from "react";
import type { Followed } from "../port.js";
import { follow, newTalk, type Talk } from "../state/talk.js";
import type { ApiError } from "./api.js";
import { followThread, type Trouble } from "./follow.js";

/**
 * Calls `run` before the next repaint, or after 100 ms if there is none, because browsers do not repaint hidden tabs.
 */
function soon(run: () => void): void {
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    run();
  });
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    run();
  }, 100);
}

type Connection = Pick<FollowedTalk, "refusal" | "trouble">;

const fine: Connection = { refusal: null, trouble: null };

export interface FollowedTalk {
  readonly talk: Talk;
  /** The server's error if it refuses to send the events; otherwise null. */
  readonly refusal: ApiError | null;
  /** What is wrong with the connection; null while the server responds. */
  readonly trouble: Trouble | null;
  /** If the connection is lost, reconnects without waiting. */
  readonly reconnect: () => void;
}

const ignore = () => {};

/**
 * @param onTyping - Called when a participant is typing. Must be the same function in every render. Default: ignores
 *   it.
 */
export function useTalk(thread: string, onTyping: (participant: string) => void = ignore): FollowedTalk {
  const hurry = useMemo(() => new EventTarget(), []);
  const reconnect = useCallback(() => hurry.dispatchEvent(new Event("now")), [hurry]);
  const [followed, setFollowed] = useState({ talk: newTalk, ...fine });
  useEffect(() => {
    const abort = new AbortController();
    let talk = newTalk;
    let connection: Connection = fine;
    let queue: Followed[] = [];
    let isDue = false;
    setFollowed({ talk, ...connection });
    const change = () => {
      talk = follow(talk, queue);
      queue = [];
      setFollowed({ talk, ...connection });
    };
    const flush = () => {
      isDue = false;
      if (!abort.signal.aborted) change();
    };
    void followThread(
      thread,
      {
        after: () => follow(talk, queue).latest,
        onOpen() {
          connection = fine;
          change();
        },
        onTrouble(trouble, refusal) {
          connection = { trouble, refusal };
          change();
        },
        onTyping,
        onEvents(events) {
          queue.push(...events);
          if (!isDue) soon(flush);
          isDue = true;
        },
      },
      abort.signal,
      hurry,
    );
    addEventListener("online", reconnect);
    return () => {
      abort.abort();
      removeEventListener("online", reconnect);
    };
  }, [thread, onTyping, hurry, reconnect]);
  return { ...followed, reconnect };
}
