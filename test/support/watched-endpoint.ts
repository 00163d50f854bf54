/**
 * A model endpoint with OpenAI's chat completions API, on loopback and a free port. Records when callers disconnect.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ChatCompletionRequest } from "@copilotkit/aimock";
import { metadataOf, type RequestMetadata } from "./openai-request.js";

/** "HELD": an answer that never completes. */
export type EndpointReply = string | { readonly retryAfterMs: number } | "HELD";

interface EndpointCall extends RequestMetadata {
  readonly isHeld: boolean;
  /** Resolves with `performance.now()` when the caller disconnects before a complete answer. */
  readonly hungUp: Promise<number>;
}

const beginning = ["There is ", "something ", "to say"] as const;

/** Returns undefined if the caller disconnects before it has sent the whole body. Such a request is not a call. */
async function bodyOf(request: IncomingMessage): Promise<ChatCompletionRequest | undefined> {
  let body = "";
  try {
    for await (const piece of request.setEncoding("utf8")) body += piece;
  } catch (error) {
    if (request.complete) throw error;
    return undefined;
  }
  return request.complete ? (JSON.parse(body) as ChatCompletionRequest) : undefined;
}

const common = { id: "chatcmpl-1", created: 1, model: "watched" };
const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

function write(response: ServerResponse, delta: object, finish_reason: "stop" | null = null): void {
  const choices = [{ index: 0, delta, finish_reason }];
  response.write(`data: ${JSON.stringify({ ...common, object: "chat.completion.chunk", choices })}\n\n`);
}

function begin(response: ServerResponse, pieces: readonly string[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  write(response, { role: "assistant", content: "" });
  for (const content of pieces) write(response, { content });
}

function answer(response: ServerResponse, content: string, isStream: boolean): void {
  if (isStream) {
    begin(response, [content]);
    write(response, {}, "stop");
    response.end("data: [DONE]\n\n");
    return;
  }
  const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }];
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ ...common, object: "chat.completion", choices, usage }));
}

/** Environment variables make models use the endpoint until `stop`. */
export async function startWatchedEndpoint(reply: (call: RequestMetadata) => EndpointReply) {
  const calls: EndpointCall[] = [];
  let wake = () => {};
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Adds the listener before reading the body, because the caller may disconnect as soon as it has sent its request.
    const hungUp = new Promise<number>((resolve) =>
      response.once("close", () => void (!response.writableFinished && resolve(performance.now()))),
    );
    const body = await bodyOf(request);
    if (!body) return;
    const call = metadataOf(body);
    const given = reply(call);
    if (given === "HELD" && body.stream) begin(response, beginning);
    else if (typeof given === "object") {
      response.writeHead(503, { "content-type": "application/json", "retry-after": String(given.retryAfterMs / 1000) });
      response.end(JSON.stringify({ error: { message: "overloaded" } }));
    } else if (given !== "HELD") answer(response, given, body.stream === true);
    calls.push({ ...call, isHeld: given === "HELD", hungUp });
    wake();
  }
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const before = { OPENAI_BASE_URL: process.env["OPENAI_BASE_URL"], OPENAI_API_KEY: process.env["OPENAI_API_KEY"] };
  process.env["OPENAI_BASE_URL"] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  process.env["OPENAI_API_KEY"] = "sk-test";
  return {
    calls,
    async until({ held, all }: { readonly held: number; readonly all: number }): Promise<void> {
      while (calls.filter(({ isHeld }) => isHeld).length < held || calls.length < all)
        await new Promise<void>((woken) => {
          wake = woken;
        });
    },
    async stop(): Promise<void> {
      for (const [name, value] of Object.entries(before))
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
