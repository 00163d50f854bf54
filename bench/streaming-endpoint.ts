/**
 * A model endpoint with OpenAI's chat completions API, in its own process so that it does not distort measurements. It
 * spreads the words of a streamed answer evenly over the call, and reports the end of each call to its parent. The
 * model's name sets the duration of calls: with `even-200`, each call takes 200 ms; with `cut-20`, the winner's call
 * takes 20 ms, and the other calls take a minute unless they are cancelled.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** `at` is in milliseconds since 1970, with fractions. */
export type EndpointNews =
  | { readonly type: "listening"; readonly port: number }
  | { readonly type: "ended"; readonly at: number; readonly isCutOff: boolean; readonly words: number };

const report = (news: EndpointNews) => process.send?.(news);
const now = () => performance.timeOrigin + performance.now();

const speech = Array.from({ length: 45 }, (_each, index) => ["words", "often", "come", "later"][index % 4]).join(" ");
const forEver = 60_000;
const pieces = 20;

interface Body {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly { readonly content: string }[];
}

/**
 * Returns what the prompt asks for. Participants 1 and 2 win alternately, so each winner is the second-to-last speaker,
 * whom speculation predicts.
 */
function answerTo({ messages }: Body): { readonly text: string; readonly wins: boolean } {
  const prompt = messages.at(-1)?.content ?? "";
  const [, number] = /You are Participant (\d+)/.exec(messages[0]?.content ?? "") ?? [];
  const [, last] = /\nParticipant (\d+): [^\n]*\n<\/conversation>/.exec(prompt) ?? [];
  const wins = number === undefined || number === (last === "1" ? "2" : "1");
  const bid = wins ? "<9>" : "<2>";
  const request = prompt.slice(-1500);
  if (request.includes("Who should speak next?")) return { text: "Participant 2 was asked. <2>", wins: true };
  if (request.includes("in the same answer")) return { text: `${bid} ${speech}`, wins };
  return { text: request.includes("bids now") ? bid : speech, wins: true };
}

/** Returns the request's body; undefined if the client disconnected before it had sent all of it. */
async function bodyOf(request: IncomingMessage): Promise<Body | undefined> {
  let body = "";
  try {
    for await (const piece of request.setEncoding("utf8")) body += piece;
  } catch (error) {
    if (request.complete) throw error;
    return undefined;
  }
  return request.complete ? (JSON.parse(body) as Body) : undefined;
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const began = performance.now();
  const body = await bodyOf(request);
  if (!body) return;
  const { text, wins } = answerTo(body);
  const [kind, milliseconds] = body.model.split("-");
  const duration = kind === "cut" && !wins ? forEver : Number(milliseconds);
  const words = text.split(" ");
  let sent = 0;
  const choice = (delta: object, finish_reason: string | null) => ({
    id: "bench",
    created: 1,
    model: body.model,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason }],
  });
  const write = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.once("close", () => report({ type: "ended", at: now(), isCutOff: !response.writableFinished, words: sent }));
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
  if (!body.stream) {
    await wait(duration);
    sent = words.length;
    const message = { role: "assistant", content: text };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        ...choice({}, null),
        object: "chat.completion",
        choices: [{ index: 0, message, finish_reason: "stop" }],
      }),
    );
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  // Sends the first piece immediately, because it contains the bid, and spreads the others over the call.
  for (let piece = 0; piece < pieces && !response.destroyed; piece += 1) {
    const due = Math.ceil((words.length * (piece + 1)) / pieces);
    const content = words.slice(sent, due).join(" ");
    if (content) write(choice({ content: sent === 0 ? content : ` ${content}` }, null));
    sent = due;
    await wait(began + (Math.min(duration, forEver) * (piece + 1)) / pieces - performance.now());
  }
  if (response.destroyed) return;
  write(choice({}, "stop"));
  response.end("data: [DONE]\n\n");
}

const server = createServer((request, response) => void serve(request, response));
server.listen(0, "127.0.0.1", () => report({ type: "listening", port: (server.address() as AddressInfo).port }));
process.once("disconnect", () => process.exit());
