import type { ServerResponse } from "node:http";
import { afterEach, expect, it } from "@jest/globals";
import { placeOf } from "../../../src/core/text/message.js";
import { compileMode, inputFor } from "../../support/any-mode.js";
import { startModelServer } from "../../support/model-server.js";
import { startStubServer } from "../../support/stub-server.js";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const piece = (content: string) =>
  `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", model: "x", choices: [{ index: 0, delta: { content } }] })}\n\n`;

/** Streams an answer as fast as the client reads it, until the client disconnects. */
function streamForever(beginning: string, response: ServerResponse): Promise<void> {
  const closed = new Promise<void>((resolve) => response.once("close", resolve));
  const write = () => {
    while (!response.destroyed && response.write(piece("It is deep. ".repeat(20))));
    if (!response.destroyed) response.once("drain", write);
  };
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(piece(beginning));
  write();
  return closed;
}

it.each([
  ["a speech", "round-robin", {}, "Well. "],
  ["a speech that comes with its bid", "bidding", { bidding: { pass: "single" } }, "<5> "],
])("ends %s at the limit", async (_what, mode, more, beginning) => {
  const closed: Promise<void>[] = [];
  const server = await startStubServer(() => (_request, response) => {
    closed.push(streamForever(beginning, response));
  });
  process.env["OPENAI_BASE_URL"] = `${server.url}/v1`;
  stops.push(() => {
    delete process.env["OPENAI_BASE_URL"];
    return server.stop();
  });
  const graph = compileMode(mode, { model: "openai:x" });
  const context = { maxAnswerLength: 5000 };
  const { messages, usage } = await graph.invoke(inputFor(mode, { maxTurns: 1, ...more }), { context });
  expect(messages.at(-1)?.text.length).toBeGreaterThan(4900);
  expect(messages.at(-1)?.text.length).toBeLessThanOrEqual(5000);
  expect(placeOf(messages.at(-1) as never)?.cut).toBe(true);
  // The connections close even though the run has already returned its result, so no call continues in the background.
  await Promise.all(closed);
  expect(usage.reduce((sum, { calls }) => sum + calls, 0)).toBe(closed.length);
});

it("cuts a long answer that ends, streamed or not", async () => {
  const server = await startModelServer(({ purpose }) => (purpose === "bid" ? "<5>" : "It is deep. ".repeat(100)));
  stops.push(() => server.stop());
  for (const mode of ["round-robin", "director"]) {
    const graph = compileMode(mode, { model: "openai:x" });
    const { messages, warnings } = await graph.invoke(inputFor(mode, { maxTurns: 1 }), {
      context: { maxAnswerLength: 500 },
    });
    expect(Math.max(...messages.map(({ text }) => text.length))).toBeLessThanOrEqual(1100);
    expect(placeOf(messages.findLast((message) => placeOf(message)?.kind === "speech") as never)?.cut).toBe(true);
    expect(warnings.some(({ purpose }) => purpose === "long-answer")).toBe(mode === "director");
  }
});
