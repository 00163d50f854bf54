import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "@jest/globals";
import type { RostrumEvent } from "../../../src/core/state/events.js";
import { compileMode } from "../../support/any-mode.js";
import { castOf } from "../../support/conversation.js";

type Line =
  | { readonly content: string | null; readonly refusal?: string; readonly end?: "stop" | "length" | "content_filter" }
  | { readonly error: object };

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  delete process.env["OPENAI_BASE_URL"];
  for (const stop of stops.splice(0)) await stop();
});

const chunkOf = ({ end, ...delta }: Exclude<Line, { readonly error: object }>) => ({
  choices: [{ index: 0, delta, finish_reason: end ?? null }],
});

async function serve(...streams: readonly (readonly Line[])[]) {
  let calls = 0;
  const http = createServer((_request, response) => {
    const lines = streams[calls] ?? [];
    calls += 1;
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const line of lines) {
      const event = "error" in line ? line : chunkOf(line);
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    }
    response.end("data: [DONE]\n\n");
  });
  await new Promise<void>((listening) => http.listen(0, "127.0.0.1", listening));
  process.env["OPENAI_BASE_URL"] = `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`;
  stops.push(() => new Promise((done) => http.close(() => done())));
  return { calls: () => calls };
}

async function hold(maxTurns: number) {
  const graph = compileMode("round-robin", { model: "openai:x" });
  const input = { topic: "The ford", participants: castOf("Ann", "Bea"), maxTurns };
  const events: RostrumEvent[] = [];
  let state: Awaited<ReturnType<typeof graph.invoke>> | undefined;
  for await (const [mode, data] of await graph.stream(input, { streamMode: ["custom", "values"] })) {
    if (mode === "custom") events.push(data as RostrumEvent);
    else state = data as typeof state;
  }
  return { state, retries: events.filter(({ type }) => type === "retry") };
}

const whole: readonly Line[] = [{ content: "It is " }, { content: "too deep.", end: "stop" }];

it.each([
  { type: "server_error" },
  { type: "overloaded_error", message: "busy" },
  { code: 502, message: "bad gateway" },
])("retries after the error %j in the middle of a stream", async (error) => {
  const server = await serve([{ content: "It is not " }, { content: "too" }, { error }], whole);
  const { state, retries } = await hold(1);
  expect(state?.messages.at(-1)?.text).toBe("It is too deep.");
  expect(retries).toMatchObject([{ attempt: 2, participant: "Ann", status: null }]);
  expect(server.calls()).toBe(2);
});

it("does not retry after a permanent error in the middle of a stream", async () => {
  const server = await serve([{ content: "It" }, { error: { type: "invalid_request_error", message: "no" } }], whole);
  await expect(hold(1)).rejects.toMatchObject({ code: "model-call-failed" });
  expect(server.calls()).toBe(1);
});

it("gives a refusal as the reason for requesting a speech again", async () => {
  const refused: readonly Line[] = [
    { content: null, refusal: "I'm " },
    { content: null, refusal: "sorry.", end: "stop" },
  ];
  await serve([{ content: "", end: "stop" }], refused, [{ content: "", end: "content_filter" }], whole);
  const { state, retries } = await hold(1);
  expect(state?.messages.at(-1)?.text).toBe("It is too deep.");
  const reason = "the model or its provider refused to answer";
  expect(retries).toMatchObject([{ reason: "the answer was empty" }, { reason }, { reason }]);
});

it("records that a provider cut off a speech", async () => {
  await serve(whole, [{ content: "It is too" }, { content: " dee", end: "length" }]);
  const { state } = await hold(2);
  expect(state?.messages.at(-1)?.text).toBe("It is too dee");
  expect(state?.corrections).toMatchObject([
    { turn: 2, participant: "Bea", faults: ["cut-off"], used: "It is too dee" },
  ]);
});
