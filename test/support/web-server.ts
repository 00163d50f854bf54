import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { Conversations, FollowedEvent } from "../../src/talk/conversations/port/port.js";
import { createApp, type WebOptions } from "../../src/web.js";

export async function startWeb(conversations: Conversations, options: WebOptions = {}) {
  const server = serve({ fetch: createApp(conversations, options).fetch, hostname: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      if ("closeAllConnections" in server) server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export interface ReceivedEvent {
  readonly id: string | undefined;
  readonly data: FollowedEvent;
}

interface ReceiveOptions {
  readonly after?: string | undefined;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `after`: the `id` of the last known event. */
export async function* receive(
  url: string,
  thread: string,
  { after, signal, headers: own = {} }: ReceiveOptions = {},
): AsyncGenerator<ReceivedEvent> {
  const headers = { ...own, ...(after !== undefined && { "last-event-id": after }) };
  const leaving = new AbortController();
  const signals = AbortSignal.any([leaving.signal, ...(signal ? [signal] : [])]);
  const path = `${url}/api/conversations/${encodeURIComponent(thread)}/events`;
  try {
    const { body, status } = await fetch(path, { headers, signal: signals });
    if (!body || status !== 200) throw new Error(`the server answered ${status}`);
    let text = "";
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const fields = part.split("\n").map((line) => /^(\w*): ?(.*)$/s.exec(line) ?? []);
        const read = (wanted: string) => fields.find(([, name]) => name === wanted)?.[2];
        const data = read("data");
        if (data !== undefined) yield { id: read("id"), data: JSON.parse(data) as FollowedEvent };
      }
    }
  } finally {
    leaving.abort();
  }
}
