import type { Context } from "hono";
import { type SSEMessage, streamSSE } from "hono/streaming";

/**
 * Returns a response that streams the events of `open`. Rejects if `open` fails before its first event, so that the
 * client gets an error response. `heartbeatMs`: the interval, in milliseconds, between the comments that show that the
 * server is alive; the `Heartbeat-Ms` header contains it. `subscribe`: receives a function, and calls it with the data
 * of events that do not come from `open`; returns a function that ends the subscription.
 */
export async function sendEvents(
  context: Context,
  heartbeatMs: number,
  open: (signal: AbortSignal) => AsyncGenerator<SSEMessage, void>,
  subscribe: (tell: (data: string) => void) => () => void = () => () => {},
): Promise<Response> {
  const leaving = new AbortController();
  const events = open(leaving.signal);
  let next = await events.next();
  context.header("Heartbeat-Ms", String(heartbeatMs));
  // Hono drops the body of the answer to a HEAD request, so nothing would ever end a stream.
  if (context.req.method === "HEAD") {
    await events.return();
    return context.body(null, { headers: { "content-type": "text/event-stream" } });
  }
  return streamSSE(context, async (stream) => {
    stream.onAbort(() => leaving.abort());
    const unsubscribe = subscribe((data) => void stream.writeSSE({ data }));
    const beat = setInterval(() => void stream.write(":\n\n"), heartbeatMs);
    try {
      for (; !next.done; next = await events.next()) await stream.writeSSE(next.value);
    } finally {
      clearInterval(beat);
      unsubscribe();
      await events.return();
    }
  });
}
