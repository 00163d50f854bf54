/** Follows a conversation: connects again whenever the connection is lost, and continues after what is known. */
import type { Followed } from "../port.js";
import { eventsAddress } from "./api.js";
import { readServerSent } from "./server-sent.js";

/** In milliseconds. A server says at least every fifteen seconds that it is there. */
const timing = { silence: 40_000, firstRetry: 500, longestRetry: 5_000 };

export interface Listener {
  /** The sequence of the last event that is known. */
  after(): number;
  onOpen(): void;
  onEvents(events: readonly Followed[]): void;
  onLost(): void;
  /** The server refuses: there is no use in trying again. */
  onRefused(status: number): void;
}

/** Ends when `signal` is aborted. */
export async function followThread(thread: string, listener: Listener, signal: AbortSignal): Promise<void> {
  for (let wait = timing.firstRetry; !signal.aborted; wait = Math.min(wait * 2, timing.longestRetry)) {
    const connection = new AbortController();
    const stop = () => connection.abort();
    signal.addEventListener("abort", stop);
    try {
      const answer = await fetch(eventsAddress(thread, listener.after()), {
        headers: { accept: "text/event-stream" },
        signal: connection.signal,
      });
      if (answer.status >= 400 && answer.status < 500) {
        listener.onRefused(answer.status);
        return;
      }
      if (answer.ok && answer.body) {
        listener.onOpen();
        wait = timing.firstRetry;
        await listen(answer.body, listener, connection);
      }
    } catch {
      // Cut, refused or silent: what follows is the same.
    } finally {
      signal.removeEventListener("abort", stop);
    }
    if (signal.aborted) return;
    listener.onLost();
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function listen(body: ReadableStream<Uint8Array>, listener: Listener, connection: AbortController) {
  let watch: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(watch);
    watch = setTimeout(() => connection.abort(), timing.silence);
  };
  heard();
  try {
    for await (const data of readServerSent(textOf(body))) {
      heard();
      if (data !== null) listener.onEvents([JSON.parse(data) as Followed]);
    }
  } finally {
    clearTimeout(watch);
  }
}

/** Not every browser can loop over a stream. */
async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read())
    yield decoder.decode(read.value, { stream: true });
}
