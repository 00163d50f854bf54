/**
 * A server that keeps conversations: it serves the page at /rostrum/, and the HTTP interface that `rostrum/react` uses.
 * When it starts, it resumes up to 100 stopped conversations, such as those that the previous process left unfinished.
 */
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { openConversations } from "rostrum";
import { createApp } from "rostrum/web";

const conversations = await openConversations(process.env["DATABASE"] ?? "talks.db");

const unfinished = await conversations.list({ status: "stopped", limit: 100 });
for (const { thread } of unfinished.conversations) await conversations.resume(thread).catch(console.error);

// Other machines can use the server only if it has a token.
const token = process.env["ROSTRUM_UI_TOKEN"];
const app = new Hono().route("/rostrum", createApp(conversations, { token }));
const hostname = token ? "0.0.0.0" : "127.0.0.1";
const server = serve({ fetch: app.fetch, hostname, port: Number(process.env["PORT"] ?? 3000) }, ({ port }) =>
  console.log(`Listening on http://127.0.0.1:${port}/rostrum/`),
);

process.once("SIGTERM", async () => {
  server.close();
  await conversations.close(); // stops the runs; what they have saved stays
});
