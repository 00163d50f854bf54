/**
 * A real HTTP server with OpenAI's protocol, on loopback and a free port. Environment variables make models use this
 * server.
 */
import { type ChatCompletionRequest, type FixtureOpts, LLMock } from "@copilotkit/aimock";
import { metadataOf, type RequestMetadata } from "./openai-request.js";

export interface ServedCall extends RequestMetadata {
  readonly stream: boolean;
  readonly body: ChatCompletionRequest;
  /** The number of calls that arrived within the last `delayMs`, including this one. */
  readonly underWay: number;
}

export interface ServerReply {
  readonly content?: string;
  readonly error?: { readonly message: string };
  readonly status?: number;
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: string }[];
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

const faults = {
  "too many requests": { reply: { error: { message: "slow down" }, status: 429 }, how: {} },
  "server error": { reply: { error: { message: "out of order" }, status: 500 }, how: {} },
  "cut off": { reply: { content: "Half of what I have to" }, how: { chaos: { disconnectRate: 1 } } },
  "cut in mid-stream": { reply: { content: "Half of what I have to say is" }, how: { truncateAfterChunks: 2 } },
  "malformed JSON": { reply: { content: "…" }, how: { chaos: { malformedRate: 1 } } },
  "too slow": { reply: { content: "At last." }, how: { chaos: { latencyMs: 3000 } } },
} as const satisfies Record<string, { reply: ServerReply; how: FixtureOpts }>;

export type FaultKind = keyof typeof faults;
export const faultKinds = Object.keys(faults) as FaultKind[];

const environment = ["OPENAI_BASE_URL", "OPENAI_API_KEY", "ROSTRUM_MODEL"] as const;

/** `stop` also restores the environment variables. */
export async function startModelServer(
  reply: (call: ServedCall) => string | ServerReply | Promise<string | ServerReply>,
  {
    delayMs = 20,
    faultOf,
  }: {
    readonly delayMs?: number;
    readonly faultOf?: () => FaultKind | undefined;
  } = {},
) {
  const calls: ServedCall[] = [];
  let underWay = 0;
  const server = new LLMock({ host: "127.0.0.1", port: 0, chunkSize: 5 });
  const drawn = new WeakMap<ChatCompletionRequest, { readonly fault: FaultKind | undefined }>();
  const faultIn = (body: ChatCompletionRequest) => {
    const known = drawn.get(body) ?? { fault: faultOf?.() };
    drawn.set(body, known);
    return known.fault;
  };
  if (faultOf)
    for (const kind of faultKinds) {
      const { reply: answer, how } = faults[kind];
      server.on({ predicate: (body) => faultIn(body) === kind }, answer as { content: string }, how);
    }
  server.on({}, async (body) => {
    underWay += 1;
    const call = { ...metadataOf(body), stream: body.stream === true, body, underWay };
    calls.push(call);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    underWay -= 1;
    const answer = await reply(call);
    return (typeof answer === "string" ? { content: answer } : answer) as { content: string };
  });
  await server.start();
  const before = environment.map((name) => [name, process.env[name]] as const);
  const address = `${server.url}/v1`;
  process.env["OPENAI_BASE_URL"] = address;
  process.env["OPENAI_API_KEY"] = "sk-test-0123456789";
  delete process.env["ROSTRUM_MODEL"];
  let isRunning = true;
  return {
    address,
    calls,
    of: (purpose: ServedCall["purpose"]) => calls.filter((call) => call.purpose === purpose),
    async stop() {
      if (!isRunning) return;
      isRunning = false;
      for (const [name, value] of before)
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      await server.stop();
    },
  };
}

export type ModelServer = Awaited<ReturnType<typeof startModelServer>>;
