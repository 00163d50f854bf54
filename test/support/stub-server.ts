import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Answer = object | ((request: IncomingMessage, response: ServerResponse) => void);

export interface StubServer {
  readonly url: string;
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

type Entry = readonly [id: string, event: string, data: unknown];

/** Streams the entries after the client's `last-event-id`, and then ends the response if `ends` is true. */
export function log(entries: readonly Entry[], ends: boolean) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    const last = entries.findIndex(([id]) => id === request.headers["last-event-id"]);
    for (const [id, event, data] of entries.slice(last + 1))
      response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\nid: ${id}\n\n`);
    if (ends) response.end();
  };
}

/** @param answer - Returns the answer to a method and path, or undefined for a 404. */
export async function startStubServer(
  answer: (asked: string, request: IncomingMessage) => Answer | undefined,
): Promise<StubServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const asked = `${request.method} ${request.url?.split("?")[0]}`;
    requests.push(asked);
    request.resume();
    const answered = answer(asked, request);
    if (typeof answered === "function") return answered(request, response);
    response.writeHead(answered ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(answered ?? { message: "not found" }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
