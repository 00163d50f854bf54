/** Follows runs on a LangGraph server over HTTP, also when connections break. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { FollowedEvent } from "../../src/client/follow.js";
import { RostrumClient } from "../../src/client/rostrum-client.js";
import { RostrumError } from "../../src/errors.js";
import { allModes, inputFor } from "../support/any-mode.js";
import { type CuttingProxy, startCuttingProxy } from "../support/cutting-proxy.js";
import { type DevServer, startDevServer } from "../support/dev-server.js";
import { startHeldModel } from "../support/held-model.js";
import { collect, runInProcess, timeless } from "../support/remote.js";
import { testSteering } from "./steering.js";
import { testTakingPart } from "./taking-part.js";

let model: Awaited<ReturnType<typeof startHeldModel>>;
let server: DevServer;
let proxy: CuttingProxy;
let client: RostrumClient;
let throughProxy: RostrumClient;

beforeAll(async () => {
  model = await startHeldModel();
  server = await startDevServer({ ROSTRUM_MODEL: "rehearsal" });
  proxy = await startCuttingProxy(server.url);
  client = new RostrumClient({ url: server.url });
  throughProxy = new RostrumClient({ url: proxy.url, reconnects: 3 });
}, 90_000);

afterAll(async () => {
  await proxy.stop();
  await server.stop();
  await model.stop();
});

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

const isBid = (event: FollowedEvent) => event.type === "bid";
const seatOf = (event: FollowedEvent) => (event.type === "bid" ? event.bid.seat : 0);

/** Events by turn, because simultaneous turns may come in any order; bids of a turn by seat, for the same reason. */
function byTurn(events: readonly FollowedEvent[]): Record<string, unknown[]> {
  const turns: Record<string, FollowedEvent[]> = {};
  for (const event of events) {
    const turn = "turn" in event ? `turn ${event.turn}` : "before";
    turns[turn] = [...(turns[turn] ?? []), event];
  }
  const inOrder = (turn: readonly FollowedEvent[]) => {
    const bids = turn.filter(isBid).sort((one, other) => seatOf(one) - seatOf(other));
    return turn.map((event) => timeless(isBid(event) ? bids.shift() : event));
  };
  return Object.fromEntries(Object.entries(turns).map(([name, turn]) => [name, inOrder(turn)]));
}

it("yields the same events and conversation as a run in process, in every mode", async () => {
  // All at once, because each run takes a moment to start.
  const talks = allModes.map(async (mode) => {
    const input = inputFor(mode);
    const run = await client.start(mode, { input });
    const events = await collect(client.follow(run));
    return { mode, input, events, conversation: await client.transcript(run.threadId) };
  });
  for (const { mode, input, events, conversation } of await Promise.all(talks)) {
    const local = await runInProcess(mode, input);
    expect([mode, local.events.length > 10]).toEqual([mode, true]);
    expect(byTurn(events)).toEqual(byTurn(local.events));
    expect(timeless(conversation)).toEqual(timeless(local.conversation));
  }
});

it("adds no round when a start is repeated with its idempotency key, in every mode", async () => {
  const talks = allModes.map(async (mode) => {
    const options = { input: inputFor(mode), context: { idempotencyKey: "job-1" } };
    const { threadId, ...run } = await client.start(mode, options);
    await collect(client.follow({ threadId, ...run }));
    const conversation = await client.transcript(threadId);
    const repeated = await collect(client.follow(await client.start(mode, { ...options, threadId })));
    return { mode, conversation, repeated, afterwards: await client.transcript(threadId) };
  });
  for (const { mode, conversation, repeated, afterwards } of await Promise.all(talks)) {
    expect([mode, repeated.map(({ type }) => type)]).toEqual([mode, []]);
    expect(afterwards).toEqual(conversation);
    expect(conversation.stopReason).not.toBeNull();
  }
});

describe("a lost connection", () => {
  const input = inputFor("bidding", { maxTurns: 4 });
  /** At the very beginning, within an event, within the last events. In bytes. */
  const places = [1, 150, 400, 1000, 2500, 4000, 6000];

  it("is restored within a complete log, without missing or repeated events", async () => {
    const run = await client.start("bidding", { input });
    const whole = await collect(client.follow(run));
    const bytes = JSON.stringify(whole).length;
    for (const limits of [places, [bytes / 2, bytes / 2], Array<number>(5).fill(1500)]) {
      const before = proxy.cuts();
      proxy.cutAfter(limits);
      expect(await collect(throughProxy.follow(run))).toEqual(whole);
      expect(proxy.cuts() - before).toBeGreaterThanOrEqual(2);
      proxy.cutAfter([]);
    }
  });

  it("is restored while the run is active", async () => {
    const before = proxy.cuts();
    const run = await throughProxy.start("bidding", { input });
    proxy.cutAfter(places);
    const told = await collect(throughProxy.follow(run));
    proxy.cutAfter([]);
    expect(proxy.cuts() - before).toBe(places.length);
    expect(told).toEqual(await collect(client.follow(run)));
    expect(told.at(-1)).toMatchObject({ type: "stopped" });
  });

  it("that cannot be restored is an error with the server's address, and another client can start over", async () => {
    const run = await throughProxy.start("bidding", { input });
    const told: FollowedEvent[] = [];
    const following = (async () => {
      for await (const event of throughProxy.follow(run)) {
        told.push(event);
        // No server listens on this port.
        if (told.length === 5) proxy.leadTo("http://127.0.0.1:1");
      }
    })();
    expect(await failureOf(following)).toMatchObject({
      code: "server-unreachable",
      message: expect.stringContaining(proxy.url),
    });
    proxy.leadTo(server.url);
    expect((await collect(throughProxy.follow(run))).slice(0, told.length)).toEqual(told);
  });
});

describe("a run that ends before the conversation", () => {
  it("fails with the server's message", async () => {
    const run = await client.start("bidding", { input: { participants: [{ name: "Ada" }, { name: "Ada" }] } });
    const error = await failureOf(collect(client.follow(run)));
    expect(RostrumError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      code: "run-failed",
      message: expect.stringContaining("participants[1].name"),
      details: { thread: run.threadId },
    });
  });

  it("can be cancelled, and resumed with the same context", async () => {
    const options = { input: inputFor("bidding", { maxTurns: 4 }), context: { model: "openai:test" } };
    const reached = model.holdAfter(1);
    const run = await client.start("bidding", options);
    const following = collect(client.follow(run));
    await reached;
    await client.cancel(run);
    model.release();
    expect((await following).at(-1)).toEqual({ type: "cancelled" });
    expect(await client.transcript(run.threadId)).toMatchObject({ stopReason: null, messages: { length: 2 } });
    const rest = await collect(client.follow(await client.resume(run.threadId)));
    expect(rest.at(-1)).toMatchObject({ type: "stopped" });
    const whole = await client.start("bidding", options);
    await collect(client.follow(whole));
    const [broken, unbroken] = [await client.transcript(run.threadId), await client.transcript(whole.threadId)];
    expect(timeless({ ...broken, usage: null })).toEqual(timeless({ ...unbroken, usage: null }));
  });

  it("goes on when its follower aborts while no events come, and following ends at once", async () => {
    const options = { input: inputFor("bidding", { maxTurns: 3 }), context: { model: "openai:test" } };
    const reached = model.holdAfter(1);
    const run = await client.start("bidding", options);
    const leaving = new AbortController();
    const heard: string[] = [];
    const following = (async () => {
      for await (const event of throughProxy.follow(run, { signal: leaving.signal })) heard.push(event.type);
    })();
    await reached;
    leaving.abort();
    // The model is held, so the run cannot have ended.
    await following;
    expect(heard).not.toContain("stopped");
    expect(await client.activeRun(run.threadId)).toEqual(run);
    // An aborted signal yields no events.
    expect(await collect(client.follow(run, { signal: leaving.signal }))).toEqual([]);
    model.release();
    expect((await collect(client.follow(run))).at(-1)).toMatchObject({ type: "stopped" });
  });

  it("goes on when its follower leaves the loop", async () => {
    const run = await client.start("bidding", { input: inputFor("bidding") });
    for await (const event of client.follow(run)) if (event.type === "opening") break;
    expect((await collect(client.follow(run))).at(-1)).toMatchObject({ type: "stopped" });
  });
});

describe("a request fails", () => {
  it.each([
    ["for an unknown mode", () => client.start("poetry"), { status: 404, assistant: "poetry" }],
    [
      "for an unknown thread",
      () => client.transcript("11111111-2222-4333-8444-555555555555"),
      { status: 404, thread: "11111111-2222-4333-8444-555555555555" },
    ],
  ])("%s", async (_what, ask, details) => {
    expect(await failureOf(ask())).toMatchObject({ code: "server-refused", details });
  });

  it("without asking the server if the arguments are invalid", async () => {
    const nowhere = new RostrumClient({ url: "http://127.0.0.1:1" });
    for (const ask of [() => nowhere.transcript("talk"), () => nowhere.interject("talk", "hello")])
      expect(await failureOf(ask())).toMatchObject({ code: "invalid-input" });
    expect(() => new RostrumClient({ url: "nowhere" })).toThrow("url: must be the address of a server");
    expect(await failureOf(nowhere.start("bidding"))).toMatchObject({ code: "server-unreachable" });
  });
});

// Use the same server, because starting another takes seconds.
describe("taking part", () => testTakingPart(() => ({ model, server, client })));

describe("steering", () => testSteering(() => ({ model, server, client })));
