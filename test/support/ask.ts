import { request as send } from "node:http";
import type { DevServer } from "./dev-server.js";

/**
 * Sends even headers and paths that `fetch` would refuse. A string body is sent unchanged. Each request has its own
 * connection, because the server can close an idle one just before the next request.
 */
export function ask(
  server: Pick<DevServer, "url">,
  path: string,
  given: { method?: string; headers?: object; body?: unknown } = {},
) {
  const { method = given.body === undefined ? "GET" : "POST", body } = given;
  const sent = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
  const headers = {
    ...(sent ? { "content-type": "application/json", "content-length": Buffer.byteLength(sent) } : {}),
    ...given.headers,
  };
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asking = send(`${server.url}${path}`, { method, headers, agent: false }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += String(chunk)));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asking.on("error", reject);
    asking.end(sent);
  });
}

export const filled = (path: string) => path.replace(/:\w+\??/g, "00000000-0000-4000-8000-000000000000");
