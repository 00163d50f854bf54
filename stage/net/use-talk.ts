/** A hook that follows a conversation on the server. */
import { useEffect, useState } from "react";
import type { Followed } from "../port.js";
import { connected, disconnected, follow, newTalk, type Talk } from "../state/talk.js";
import type { ApiError } from "./api.js";
import { followThread } from "./follow.js";

/** Calls `run` before the next repaint, at the latest after 100 ms, because browsers do not repaint a hidden tab. */
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

export interface FollowedTalk {
  readonly talk: Talk;
  /** The error while the server refuses to send the events, otherwise null. */
  readonly refusal: ApiError | null;
}

export function useTalk(thread: string): FollowedTalk {
  const [followed, setFollowed] = useState<FollowedTalk>({ talk: newTalk, refusal: null });
  useEffect(() => {
    const abort = new AbortController();
    let talk = newTalk;
    let refusal: ApiError | null = null;
    let queue: Followed[] = [];
    let isDue = false;
    setFollowed({ talk, refusal });
    const change = (update: (talk: Talk) => Talk = (same) => same) => {
      talk = update(follow(talk, queue));
      queue = [];
      setFollowed({ talk, refusal });
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
          refusal = null;
          change(connected);
        },
        onLost(why) {
          refusal = why;
          change(disconnected);
        },
        onEvents(events) {
          queue.push(...events);
          if (!isDue) soon(flush);
          isDue = true;
        },
      },
      abort.signal,
    );
    return () => abort.abort();
  }, [thread]);
  return followed;
}
