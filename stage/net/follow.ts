/** Follows a conversation's events. Reconnects if the connection is lost, and continues after the last known event. */
import type { Followed, Typing } from "../port.js";
import { type ApiError, errorOf, eventsAddress } from "./api.js";
import { readJson } from "./read-json.js";
import { readServerSent } from "./server-sent.js";

/** Durations in seconds. `patience`: how long the server may take to accept a request for events. */
const timing = { patience: 8, firstRetry: 1, longestRetry: 5 };

/** The heartbeat interval, in milliseconds, to assume for a server that does not announce one. */
const usualHeartbeat = 15_000;

/**
 * What is wrong with the connection. `quiet`: nothing has arrived for `seconds` seconds, and the page reconnects if
 * nothing arrives in the next `left` seconds. `lost`: there is no connection, and attempt number `attempt` begins in
 * `left` seconds, or is in progress if `left` is 0.
 */
export type Trouble =
  | { readonly kind: "quiet"; readonly seconds: number; readonly left: number }
  | { readonly kind: "lost"; readonly attempt: number; readonly left: number };

export interface Listener {
  /** Returns the sequence number of the last known event. */
  after(): number;
  /** Called when the server accepts the request for events, which ends any trouble. */
  onOpen(): void;
  onEvents(events: readonly Followed[]): void;
  onTyping(participant: string): void;
  /**
   * Called when the trouble begins or changes, and with null when events or heartbeats arrive again on a quiet
   * connection. `refusal` is the error if the server refused the latest request.
   */
  onTrouble(trouble: Trouble | null, refusal: ApiError | null): void;
}

/**
 * Calls `tick` every second with the number of seconds so far, until the returned function is called. Counts calls
 * instead of reading a clock, so time during which the browser froze the page does not count.
 */
function everySecond(tick: (seconds: number) => void): () => void {
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    tick(seconds);
  }, 1000);
  return () => clearInterval(timer);
}

/**
 * Resolves when `signal` is aborted or the conversation does not exist.
 *
 * @param hurry - A `now` event on this target starts the next attempt immediately.
 */
export async function followThread(
  thread: string,
  listener: Listener,
  signal: AbortSignal,
  hurry: EventTarget,
): Promise<void> {
  let wait = timing.firstRetry;
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    const connection = new AbortController();
    let refusal: ApiError | null = null;
    const stop = () => connection.abort();
    signal.addEventListener("abort", stop);
    const stopWaiting = everySecond((seconds) => {
      if (seconds >= timing.patience) stop();
    });
    try {
      const answer = await fetch(eventsAddress(thread, listener.after()), {
        headers: { accept: "text/event-stream" },
        signal: connection.signal,
      });
      stopWaiting();
      if (answer.status >= 400 && answer.status < 500) {
        refusal = await errorOf(answer);
        // Retries may keep failing until the person does something, such as logging in again.
        wait = timing.longestRetry;
      }
      if (answer.ok && answer.body) {
        [attempt, wait] = [0, timing.firstRetry];
        listener.onOpen();
        await listen(answer, listener, connection);
      }
    } catch {
      // If the connection was cut, refused or silent, the loop tries again.
    } finally {
      stopWaiting();
      signal.removeEventListener("abort", stop);
    }
    if (signal.aborted) return;
    const next = attempt + 1;
    const lost = (left: number) => listener.onTrouble({ kind: "lost", attempt: next, left }, refusal);
    lost(wait);
    if (refusal?.status === 404) return;
    await pause(wait, lost, hurry);
    wait = Math.min(wait * 2, timing.longestRetry);
  }
}

/** Waits, and reports the remaining seconds. A `now` event ends the wait early. */
async function pause(seconds: number, report: (left: number) => void, hurry: EventTarget): Promise<void> {
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
  report(0);
}

async function listen(answer: Response, listener: Listener, connection: AbortController) {
  const heartbeat = Number(answer.headers.get("heartbeat-ms") ?? usualHeartbeat) / 1000;
  const [suspicious, dead] = [Math.ceil((heartbeat * 8) / 3), Math.ceil((heartbeat * 16) / 3)];
  let isQuiet = false;
  const count = () =>
    everySecond((seconds) => {
      if (seconds >= dead) return connection.abort();
      isQuiet = seconds >= suspicious;
      if (isQuiet) listener.onTrouble({ kind: "quiet", seconds, left: dead - seconds }, null);
    });
  let stop = count();
  try {
    for await (const data of readServerSent(textOf(answer.body as ReadableStream<Uint8Array>))) {
      stop();
      stop = count();
      if (isQuiet) listener.onTrouble(null, null);
      isQuiet = false;
      if (data === null) continue;
      const event = readJson(data) as Followed | Typing;
      if (event.type === "typing") listener.onTyping(event.participant);
      else listener.onEvents([event]);
    }
  } finally {
    stop();
  }
}

/** Decodes a body. Uses a reader, because some browsers cannot iterate over a stream. */
async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read())
    yield decoder.decode(read.value, { stream: true });
}
