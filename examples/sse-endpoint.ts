/**
 * An endpoint that streams a debate to a browser as server-sent events. Closing the page cancels the run. Try it with:
 *
 *   curl -N "localhost:3000/debate?topic=Tea%20or%20coffee%3F"
 */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { createBidding, type RostrumEvent } from "rostrum";

const graph = createBidding().compile();

const app = new Hono().get("/debate", (context) =>
  streamSSE(
    context,
    async (page) => {
      const closed = new AbortController();
      page.onAbort(() => closed.abort());
      const input = { topic: context.req.query("topic"), maxTurns: 4 };
      const events = await graph.stream(input, { streamMode: "custom", signal: closed.signal });
      for await (const event of events) {
        const { type, ...data } = event as RostrumEvent;
        await page.writeSSE({ event: type, data: JSON.stringify(data) });
      }
    },
    async (error, page) => page.writeSSE({ event: "failed", data: error.message }),
  ),
);

serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env["PORT"] ?? 3000) }, ({ port }) =>
  console.log(`Listening on http://127.0.0.1:${port}/debate`),
);
