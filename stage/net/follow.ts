/** Follows a conversation's events. Reconnects if the connection is lost, and continues after the last known event. */
import type { Followed } from "../port.js";
import { type ApiError, errorOf, eventsAddress } from "./api.js";
import { readServerSent } from "./server-sent.js";

/**
 * In milliseconds. The server sends a heartbeat every 15 seconds, so a silence of 40 seconds means a dead connection.
 */
const timing = { silence: 40_000, firstRetry: 500, longestRetry: 5_000 };

export interface Listener {
  /** Returns the sequence number of the last known event. */
  after(): number;
  onOpen(): void;
  onEvents(events: readonly Followed[]): void;
  /** Called after each failure to connect or stay connected. `refusal`: the error if the server refused the request. */
  onLost(refusal: ApiError | null): void;
}

/** Resolves when `signal` is aborted or the conversation does not exist. */
export async function followThread(thread: string, listener: Listener, signal: AbortSignal): Promise<void> {
  for (let wait = timing.firstRetry; !signal.aborted; wait = Math.min(wait * 2, timing.longestRetry)) {
    const connection = new AbortController();
    let refusal: ApiError | null = null;
    const stop = () => connection.abort();
    signal.addEventListener("abort", stop);
    try {
      const answer = await fetch(eventsAddress(thread, listener.after()), {
        headers: { accept: "text/event-stream" },
        signal: connection.signal,
      });
      if (answer.status >= 400 && answer.status < 500) {
        refusal = await errorOf(answer);
        // A person may have to act before a retry can succeed, for example log in again.
        wait = timing.longestRetry;
      }
      if (answer.ok && answer.body) {
        listener.onOpen();
        wait = timing.firstRetry;
        await listen(answer.body, listener, connection);
      }
    } catch {
      // The loop retries, whether the connection was cut, refused or silent.
    } finally {
      signal.removeEventListener("abort", stop);
    }
    if (signal.aborted) return;
    listener.onLost(refusal);
    if (refusal?.status === 404) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function listen(body: ReadableStream<Uint8Array>, listener: Listener, connection: AbortController) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => connection.abort(), timing.silence);
  };
  restartTimer();
  try {
    for await (const data of readServerSent(textOf(body))) {
      restartTimer();
      if (data !== null) listener.onEvents([JSON.parse(data) as Followed]);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Decodes a body. Uses a reader, because some browsers cannot iterate over a stream. */
async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read())
    yield decoder.decode(read.value, { stream: true });
}
