/** A server for the page and the HTTP API. If `ROSTRUM_UI_TOKEN` is set, only clients with this token may use it. */
import { serve } from "@hono/node-server";
import { openConversations } from "rostrum";
import { createApp } from "rostrum/web";

export async function startServer(port: number) {
  const conversations = await openConversations("memory");
  const token = process.env["ROSTRUM_UI_TOKEN"];
  const { fetch } = createApp(conversations, { token });
  const server = serve({ fetch, hostname: "0.0.0.0", port });
  const stop = async () => {
    server.close();
    await conversations.close();
  };
  return { server, stop };
}
