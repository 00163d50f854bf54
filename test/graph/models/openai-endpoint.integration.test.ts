import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { ChatOpenAI } from "@langchain/openai";
import { castOf, compileBidding } from "../../support/conversation.js";
import { type ModelServer, type ServedCall, startModelServer } from "../../support/model-server.js";
import { StreamingModel } from "../../support/streaming-model.js";

let server: ModelServer;
afterEach(() => server.stop());

const agreeable = ({ purpose, participant }: ServedCall) =>
  purpose === "bid" ? "<5>" : `${participant} has something to say about it.`;

const input = { participants: castOf("Ada", "Bela", "Chen"), maxTurns: 5, seed: 3 };

/** Delays answers so that parallel calls overlap. A shorter delay could end before a slow machine sends all calls. */
const longEnough = { delayMs: 150 };

describe("five turns of three participants", () => {
  it.each([
    ["streaming", true],
    ["not streaming", false],
  ])("make 15 bid calls, three at a time, and 5 speech calls (%s)", async (_name, streaming) => {
    server = await startModelServer(agreeable, longEnough);
    const spoken = new ChatOpenAI({ model: "gpt-4.1-mini", disableStreaming: !streaming, maxRetries: 0 });
    const model = streaming ? "openai:gpt-4.1-mini" : spoken;
    const { messages, usage } = await compileBidding({ model }).invoke(input);
    expect(messages).toHaveLength(6);
    expect(server.calls).toHaveLength(20);
    expect(server.of("bid")).toHaveLength(15);
    expect(server.of("speech")).toHaveLength(5);
    expect(server.of("bid").map(({ underWay }) => underWay)).toEqual(Array(5).fill([1, 2, 3]).flat());
    expect(server.of("speech").map(({ underWay }) => underWay)).toEqual(Array(5).fill(1));
    expect(server.of("speech").map(({ stream }) => stream)).toEqual(Array(5).fill(streaming));
    expect(usage.reduce((sum, { calls }) => sum + calls, 0)).toBe(20);
    expect(usage.every(({ uncounted, inputTokens }) => uncounted === 0 && inputTokens > 0)).toBe(true);
    expect(messages[1]?.text).toMatch(/^(Ada|Bela|Chen) has something to say about it\.$/);
  });

  it("make at most `maxConcurrency` calls at once", async () => {
    server = await startModelServer(agreeable, longEnough);
    await compileBidding({ model: "openai:gpt-4.1-mini" }).invoke(input, { context: { maxConcurrency: 2 } });
    expect(server.calls).toHaveLength(20);
    expect(Math.max(...server.of("bid").map(({ underWay }) => underWay))).toBe(2);
  });
});

it("prepares with parallel calls: one for the topic and one for each participant without a description", async () => {
  server = await startModelServer(({ purpose, participant }) => {
    if (purpose === "sharpen-topic") return "Should cars stay out of the old town?";
    if (purpose === "describe-participant") return `${participant} has lived there for ever.`;
    return purpose === "bid" ? "<5>" : "Well.";
  }, longEnough);
  const participants = [...castOf("Ada", "Bela"), { name: "Chen", description: "Sells bicycles." }];
  const graph = compileBidding({ model: "openai:gpt-4.1-mini" });
  const { messages, participants: cast } = await graph.invoke({
    topic: "cars in the old town",
    participants,
    prepare: true,
    maxTurns: 2,
  });
  expect(server.of("sharpen-topic")).toHaveLength(1);
  expect(
    server
      .of("describe-participant")
      .map(({ participant }) => participant)
      .sort(),
  ).toEqual(["Ada", "Bela"]);
  expect(server.calls.slice(0, 3).map(({ underWay }) => underWay)).toEqual([1, 2, 3]);
  expect(server.calls).toHaveLength(3 + 2 * 4);
  expect(messages[0]).toMatchObject({ name: "Moderator", content: "Should cars stay out of the old town?" });
  expect(cast.map(({ description }) => description)).toEqual([
    "Ada has lived there for ever.",
    "Bela has lived there for ever.",
    "Sells bicycles.",
  ]);
});

it("uses a participant's own model for its speeches, and `bidModel` for all bids", async () => {
  server = await startModelServer(agreeable);
  await compileBidding({}).invoke(
    { participants: [{ name: "Ada", model: "openai:big" }, { name: "Bela" }], maxTurns: 6, seed: 1 },
    { context: { model: "openai:middle", bidModel: "openai:small" } },
  );
  expect(new Set(server.of("bid").map(({ body }) => body.model))).toEqual(new Set(["small"]));
  for (const { participant, body } of server.of("speech"))
    expect(body.model).toBe(participant === "Ada" ? "big" : "middle");
  expect(new Set(server.of("speech").map(({ participant }) => participant))).toEqual(new Set(["Ada", "Bela"]));
});

it("sends a temperature only if one is set", async () => {
  server = await startModelServer(agreeable);
  const graph = compileBidding({ model: "openai:gpt-4.1-mini" });
  await graph.invoke({ ...input, maxTurns: 1 });
  expect(server.calls.some(({ body }) => "temperature" in body)).toBe(false);
  await graph.invoke({ ...input, maxTurns: 1 }, { context: { temperature: 0.3 } });
  expect(server.calls.slice(4).every(({ body }) => body.temperature === 0.3)).toBe(true);
});

it("requests structured bids with the provider's `response_format`", async () => {
  server = await startModelServer((call) =>
    call.purpose === "bid" ? JSON.stringify({ bid: call.participant === "Bela" ? 9 : 2 }) : "Fine.",
  );
  const { decisions } = await compileBidding({ model: "openai:gpt-4.1-mini" }).invoke({
    ...input,
    maxTurns: 2,
    bidding: { answer: "structured" },
  });
  expect(decisions.map(({ speaker }) => speaker)).toEqual(["Bela", "Bela"]);
  expect(decisions[0]?.bids.map(({ value }) => value)).toEqual([2, 9, 2]);
  for (const { body } of server.of("bid")) expect(body.response_format?.type).toBe("json_schema");
});

it("counts a structured bid that is not JSON as unreadable, not as a failure", async () => {
  server = await startModelServer(({ purpose, participant }) => {
    if (purpose !== "bid") return "Fine.";
    return participant === "Bela" ? "seven, I'd say" : '{"bid": 3}';
  });
  const { decisions } = await compileBidding({ model: "openai:gpt-4.1-mini" }).invoke({
    ...input,
    maxTurns: 1,
    bidding: { answer: "structured" },
  });
  expect(decisions[0]?.bids[1]).toMatchObject({ outcome: "unreadable", value: 0 });
  const attempt = { answer: "", problem: "no-bid" };
  expect(decisions[0]?.bids[1]?.attempts).toEqual([attempt, attempt]);
});

describe("a failed call", () => {
  it("is retried if the failure is temporary, and every attempt is counted", async () => {
    let broken = 2;
    server = await startModelServer((call) => {
      if (call.purpose === "speech" && broken-- > 0) return { error: { message: "overloaded" }, status: 503 };
      return agreeable(call);
    });
    const { usage } = await compileBidding({ model: "openai:gpt-4.1-mini" }).invoke({ ...input, maxTurns: 1 });
    expect(usage.find(({ purpose }) => purpose === "speech")).toMatchObject({ calls: 3, uncounted: 2 });
  });

  it("is not retried if the key is rejected, and the error hides the key", async () => {
    server = await startModelServer(() => ({ error: { message: "bad key sk-test-0123456789" }, status: 401 }));
    const error = await compileBidding({ model: "openai:gpt-4.1-mini" })
      .invoke({ ...input, maxTurns: 1 })
      .then(
        () => new Error("nothing failed"),
        (reason: Error) => reason,
      );
    expect(error).toMatchObject({ code: "all-bids-failed", details: { purpose: "bid", turn: 1 } });
    expect(error.message).toContain(server.address);
    expect(error.message).toContain("OPENAI_BASE_URL");
    expect(error.message).not.toContain("sk-test-0123456789");
    expect(server.calls).toHaveLength(3);
  });

  it("causes only one error, in the conversation's language, if every bid of the turn fails", async () => {
    server = await startModelServer(agreeable);
    const { address } = server;
    await server.stop();
    process.env["OPENAI_BASE_URL"] = address;
    process.env["OPENAI_API_KEY"] = "sk-test";
    try {
      const failing = compileBidding({ model: "openai:gpt-4.1-mini" }).invoke({
        ...input,
        language: "zh",
        maxTurns: 1,
      });
      await expect(failing).rejects.toMatchObject({
        code: "all-bids-failed",
        message: expect.stringMatching(
          /^第 1 次发言的 3 个出价都失败了。第一次失败：向 openai:gpt-4\.1-mini（http.*，由 OPENAI_BASE_URL 设定）请求第 1 次发言中.+的出价时连接不上/,
        ),
      });
    } finally {
      delete process.env["OPENAI_BASE_URL"];
      delete process.env["OPENAI_API_KEY"];
    }
  });

  it("is retried if it exceeds a rate limit", async () => {
    let refusals = 1;
    server = await startModelServer((call) => {
      if (call.purpose === "speech" && refusals-- > 0) return { error: { message: "slow down" }, status: 429 };
      return agreeable(call);
    });
    const { usage } = await compileBidding({ model: "openai:gpt-4.1-mini" }).invoke({ ...input, maxTurns: 1 });
    expect(usage.find(({ purpose }) => purpose === "speech")).toMatchObject({ calls: 2 });
  });

  it("excludes only its own bidder from the auction, and counts towards the usage", async () => {
    server = await startModelServer((call) => {
      if (call.purpose === "bid" && call.participant === "Bela") return { error: { message: "no" }, status: 400 };
      return agreeable(call);
    });
    const { decisions, usage } = await compileBidding({ model: "openai:gpt-4.1-mini" }).invoke({
      ...input,
      maxTurns: 1,
    });
    expect(decisions[0]).toMatchObject({
      excluded: [{ participant: "Bela", reason: "failed" }],
      bids: [{ outcome: "bid" }, { outcome: "failed", failure: expect.stringContaining("no") }, { outcome: "bid" }],
    });
    expect(usage.find(({ purpose, participant }) => purpose === "bid" && participant === "Bela")).toMatchObject({
      calls: 1,
      uncounted: 1,
    });
  });
});

describe("an abandoned call", () => {
  /**
   * Starts a server that never answers. Each promise in `closed` belongs to one call, and resolves when the connection
   * of that call closes. `onCall` receives the number of calls so far.
   */
  async function startSilentServer(onCall = (_calls: number) => {}) {
    const closed: Promise<void>[] = [];
    const http = createServer((_request, response) => {
      closed.push(new Promise((resolve) => response.once("close", resolve)));
      onCall(closed.length);
    });
    await new Promise<void>((listening) => http.listen(0, "127.0.0.1", listening));
    const { port } = http.address() as AddressInfo;
    process.env["OPENAI_BASE_URL"] = `http://127.0.0.1:${port}/v1`;
    return {
      closed,
      async stop() {
        delete process.env["OPENAI_BASE_URL"];
        http.closeAllConnections();
        await new Promise((done) => http.close(done));
      },
    };
  }

  it("closes its connection to the endpoint when the run is cancelled", async () => {
    const silent = await startSilentServer();
    server = { stop: silent.stop } as ModelServer;
    const cancel = new AbortController();
    const failing = compileBidding({ model: "openai:x" }).invoke(input, { signal: cancel.signal });
    while (silent.closed.length < 3) await new Promise((next) => setTimeout(next, 10));
    cancel.abort();
    await expect(failing).rejects.toThrow(/abort/i);
    await Promise.all(silent.closed);
    expect(silent.closed).toHaveLength(3);
  });

  it("closes its connection to the endpoint after its timeout, and is retried", async () => {
    const timeoutMs = 599_999;
    const due: (() => void)[] = [];
    const { setTimeout: set } = globalThis;
    const setOrHold = (call: () => void, ms?: number) => {
      if (ms !== timeoutMs) return set(call, ms);
      due.push(call);
      return set(() => {}, 0);
    };
    const timers = jest.spyOn(globalThis, "setTimeout").mockImplementation(setOrHold as typeof setTimeout);
    // The timeouts of the three bids fire only after all three calls have arrived, however slow the machine is.
    const silent = await startSilentServer((calls) => {
      if (calls % 3 === 0) for (const end of due.splice(0)) end();
    });
    server = { stop: silent.stop } as ModelServer;
    const failing = compileBidding({ model: "openai:x" }).invoke(input, { context: { timeoutMs } });
    await expect(failing).rejects.toMatchObject({ code: "all-bids-failed" });
    timers.mockRestore();
    await Promise.all(silent.closed);
    expect(silent.closed).toHaveLength(12);
  });
});

it("retries a broken speech under a new message id, so that clients do not join the two attempts", async () => {
  const terminated = Object.assign(new Error("terminated"), { status: 503 });
  const breaking = new StreamingModel(({ purpose, index }) => {
    if (purpose === "bid") return ["<5>"];
    return index === 0 ? ["I think ", "that ", terminated] : ["I think ", "that ", "so."];
  });
  server = { stop: async () => {} } as ModelServer;
  const textById = new Map<string, string>();
  let last = "";
  const running = compileBidding({ model: breaking }).stream(
    { ...input, maxTurns: 1 },
    { streamMode: ["messages", "values"] },
  );
  for await (const [mode, data] of await running) {
    if (mode === "values") last = `${data.messages.at(-1)?.id}: ${data.messages.at(-1)?.text}`;
    else textById.set(String(data[0].id), (textById.get(String(data[0].id)) ?? "") + data[0].text);
  }
  expect([...textById].slice(1)).toEqual([
    ["turn-1", "I think that"],
    ["turn-1.2", "I think that so."],
  ]);
  expect(last).toBe("turn-1.2: I think that so.");
});
