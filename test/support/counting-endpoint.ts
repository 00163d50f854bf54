/**
 * A model endpoint with OpenAI's chat completions API. It counts its calls and their tokens like a provider, but can
 * report false counts. Environment variables make models use it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { ChatCompletionRequest } from "@copilotkit/aimock";
import { metadataOf, type RequestMetadata } from "./openai-request.js";
import { plainAnswer } from "./plain-answers.js";

const lies = {
  none: (tokens: Tokens) => ({ prompt_tokens: tokens.input, completion_tokens: tokens.output }),
  missing: () => undefined,
  empty: () => ({}),
  null: () => null,
  nulls: () => ({ prompt_tokens: null, completion_tokens: null }),
  negative: ({ input, output }: Tokens) => ({ prompt_tokens: -input, completion_tokens: -output }),
  "not a number": () => ({ prompt_tokens: "NaN", completion_tokens: "NaN" }),
  texts: ({ input, output }: Tokens) => ({ prompt_tokens: `${input}`, completion_tokens: `${output}` }),
  zero: () => ({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }),
  tiny: () => ({ prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }),
} satisfies Record<string, (tokens: Tokens) => unknown>;

export type Lie = keyof typeof lies;
export const lieNames = Object.keys(lies) as Lie[];

interface Tokens {
  readonly input: number;
  readonly output: number;
}

export interface CountedCall extends RequestMetadata {
  readonly model: string;
  readonly caller: string;
  readonly input: number;
  output: number;
  /** The number of calls to this model that had arrived when this one ended. Infinite until this call ends. */
  endedBefore: number;
}

/** Approximates common tokenizers for English prose. */
function countTokens(text: string): number {
  let tokens = 0;
  for (const [part] of text.matchAll(/\p{Script=Han}|[^\P{L}\p{Script=Han}]+|\p{N}{1,3}|[^\s\p{L}\p{N}]+/gu))
    tokens += /\p{L}/u.test(part) ? Math.ceil(part.length / 6) : 1;
  return tokens;
}

/** OpenAI marks the role of each message with this many tokens. */
const tokensPerMessage = 3;

const promptTokens = ({ messages }: ChatCompletionRequest) =>
  messages.reduce((sum, { content }) => sum + countTokens(String(content ?? "")) + tokensPerMessage, 0);

async function bodyOf(request: IncomingMessage): Promise<ChatCompletionRequest | undefined> {
  let body = "";
  try {
    for await (const piece of request.setEncoding("utf8")) body += piece;
  } catch {
    // The caller disconnected before it had sent the whole request.
  }
  return request.complete ? (JSON.parse(body) as ChatCompletionRequest) : undefined;
}

const common = { id: "chatcmpl-1", created: 1, model: "counted" };

interface CountingEndpointOptions {
  readonly lieOf: () => Lie;
  /** The pause before each piece of an answer, in milliseconds. */
  readonly pause: () => number;
  readonly refuses?: () => boolean;
  /** `prompt`: the messages as JSON. Default: {@link plainAnswer}. */
  readonly answer?: (call: CountedCall, prompt: string) => string | Promise<string>;
}

export async function startCountingEndpoint({
  lieOf,
  pause,
  refuses = () => false,
  answer = plainAnswer,
}: CountingEndpointOptions) {
  const calls: CountedCall[] = [];
  const callsOf = (wanted: string) => calls.filter(({ model }) => model === wanted);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (!body) return;
    const isRefused = refuses();
    const input = isRefused ? 0 : promptTokens(body);
    const { model } = body;
    const [, caller = ""] = request.headers.authorization?.split(" ") ?? [];
    const ends = { output: 0, endedBefore: Number.POSITIVE_INFINITY };
    const call: CountedCall = { model, caller, ...metadataOf(body), input, ...ends };
    calls.push(call);
    response.once("close", () => {
      call.endedBefore = callsOf(model).length;
    });
    if (isRefused) {
      response.writeHead(503, { "content-type": "application/json", "retry-after": "0.001" });
      response.end(JSON.stringify({ error: { message: "overloaded" } }));
      return;
    }
    const text = await answer(call, JSON.stringify(body.messages.map(({ role, content }) => [role, content])));
    const usage = lies[lieOf()]({ input, output: countTokens(text) });
    await (body.stream ? stream(response, text, call, usage) : send(response, text, call, usage));
  }

  async function send(response: ServerResponse, content: string, call: CountedCall, usage: unknown) {
    await wait(pause());
    if (response.destroyed) return;
    call.output = countTokens(content);
    const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }];
    response.writeHead(200, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ ...common, object: "chat.completion", choices, ...(usage !== undefined && { usage }) }),
    );
  }

  async function stream(response: ServerResponse, text: string, call: CountedCall, usage: unknown) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const write = (more: object) =>
      response.write(
        `data: ${JSON.stringify({ ...common, object: "chat.completion.chunk", choices: [], ...more })}\n\n`,
      );
    let sent = "";
    for (const content of text.match(/\S+\s*/g) ?? []) {
      await wait(pause());
      if (response.destroyed) return;
      sent += content;
      call.output = countTokens(sent);
      write({ choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: null }] });
    }
    write({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
    if (usage !== undefined) write({ usage });
    response.end("data: [DONE]\n\n");
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const environment = {
    OPENAI_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    OPENAI_API_KEY: "sk-test",
  };
  const before = Object.keys(environment).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, environment);
  return {
    callsOf,
    /** Waits until no call has arrived for a while, because a cancelled call may still be on its way. */
    async untilQuiet(): Promise<void> {
      for (let known = -1; known < calls.length; ) {
        known = calls.length;
        await wait(50);
      }
    },
    async stop(): Promise<void> {
      for (const [name, value] of before)
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export type CountingEndpoint = Awaited<ReturnType<typeof startCountingEndpoint>>;
