import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { RostrumEvent } from "../../../../src/core/state/events.js";
import { RostrumError } from "../../../../src/errors/rostrum-error.js";
import { historyOf } from "../../../../src/talk/conversations/port/history.js";
import type { Conversations, FollowedEvent } from "../../../../src/talk/conversations/port/port.js";
import { type Connection, connect } from "../../../../src/talk/conversations/remote/connection.js";
import { follow } from "../../../../src/talk/conversations/remote/follow.js";
import { connectConversations } from "../../../../src/talk/conversations/remote/server-conversations.js";
import { allModes, inputFor } from "../../../support/any-mode.js";
import { type CuttingProxy, startCuttingProxy } from "../../../support/cutting-proxy.js";
import { type DevServer, startDevServer } from "../../../support/dev-server.js";
import { startHeldModel } from "../../../support/held-model.js";
import { collect, runInProcess, startRun, timeless, unmetered } from "../../../support/remote.js";
import { isStatus, numberedIn, until } from "../../contracts/conversations.js";
import { testSteering } from "./steering.js";
import { testTakingPart } from "./taking-part.js";

let model: Awaited<ReturnType<typeof startHeldModel>>;
let server: DevServer;
let proxy: CuttingProxy;
let connection: Connection;
let throughProxy: Connection;
let conversations: Conversations;

beforeAll(async () => {
  model = await startHeldModel();
  server = await startDevServer({ ROSTRUM_MODEL: "rehearsal" });
  proxy = await startCuttingProxy(server.url);
  connection = connect({ url: server.url });
  throughProxy = connect({ url: proxy.url, reconnects: 3 });
  conversations = connectConversations({ url: server.url, pollMs: 50 });
}, 90_000);

afterAll(async () => {
  await conversations.close();
  await proxy.stop();
  await server.stop();
  await model.stop();
});

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

const ended = (thread: string, after = 0) => until(conversations.follow(thread, { after }), isStatus("ended"));

const isBid = (event: RostrumEvent) => event.type === "bid";
const seatOf = (event: RostrumEvent) => (event.type === "bid" ? event.bid.seat : 0);

/** Groups events by turn and sorts bids by seat, because simultaneous turns and bids may come in any order. */
function byTurn(events: readonly RostrumEvent[]): Record<string, unknown[]> {
  const turns: Record<string, RostrumEvent[]> = {};
  for (const event of events) {
    const turn = "turn" in event ? `turn ${event.turn}` : "before";
    turns[turn] = [...(turns[turn] ?? []), event];
  }
  const inOrder = (turn: readonly RostrumEvent[]) => {
    const bids = turn.filter(isBid).sort((one, other) => seatOf(one) - seatOf(other));
    return turn.map((event) => timeless(isBid(event) ? bids.shift() : event));
  };
  return Object.fromEntries(Object.entries(turns).map(([name, turn]) => [name, inOrder(turn)]));
}

it("following a run yields the same events and conversation as a run in process, in every mode", async () => {
  // Runs all modes in parallel, because each run takes a moment to start.
  const talks = allModes.map(async (mode) => {
    const input = inputFor(mode);
    const run = await startRun(connection, mode, { input });
    const events = await collect(follow(connection, run));
    return { mode, input, events, conversation: await conversations.transcript(run.thread_id) };
  });
  for (const { mode, input, events, conversation } of await Promise.all(talks)) {
    const local = await runInProcess(mode, input);
    expect([mode, local.events.length > 10]).toEqual([mode, true]);
    expect(byTurn(events)).toEqual(byTurn(local.events));
    expect(timeless(conversation)).toEqual(timeless(local.conversation));
  }
});

it("repeating a start with its idempotency key adds no round, in every mode", async () => {
  const talks = allModes.map(async (mode) => {
    const options = { input: inputFor(mode), context: { idempotencyKey: "job-1" } };
    const { thread } = await conversations.start(mode, options);
    const events = numberedIn(await ended(thread));
    const conversation = await conversations.transcript(thread);
    expect(await conversations.start(mode, { ...options, thread })).toEqual({ thread, isNew: false });
    const repeated = numberedIn(await ended(thread, events.at(-1)?.sequence));
    return { mode, conversation, repeated, afterwards: await conversations.transcript(thread) };
  });
  for (const { mode, conversation, repeated, afterwards } of await Promise.all(talks)) {
    expect([mode, repeated]).toEqual([mode, []]);
    expect(afterwards).toEqual(conversation);
    expect(conversation.stopReason).not.toBeNull();
  }
});

it("an assistant's conversation accepts another round from the assistant or its mode, but not from an assistant of another mode", async () => {
  const { assistants } = connection.sdk;
  const context = { scenario: { topic: "Who rows?" } };
  const mine = (await assistants.create({ graphId: "round-robin", context })).assistant_id;
  const other = (await assistants.create({ graphId: "bidding" })).assistant_id;
  const input = { maxTurns: 2, seed: 1 };
  const { thread } = await conversations.start(mine, { input });
  await ended(thread);
  const refused = await failureOf(conversations.start(other, { thread, input }));
  expect(refused).toMatchObject({ code: "invalid-input", details: { problems: [{ field: "mode" }] } });
  for (const mode of [mine, "round-robin"]) {
    await conversations.start(mode, { thread, input });
    await ended(thread);
  }
  const runs = await connection.sdk.runs.list(thread);
  expect(runs.map(({ assistant_id }) => assistant_id)).toEqual([mine, mine, mine]);
  expect((await conversations.read(thread)).state).toMatchObject({ topic: "Who rows?", scenes: { length: 3 } });
});

describe("a lost connection", () => {
  const input = inputFor("bidding", { maxTurns: 4 });
  /** The numbers of bytes after which the proxy cuts successive connections. */
  const places = [1, 150, 400, 1000, 2500, 4000, 6000];

  it("is restored while a complete log is read, without missing or repeated events", async () => {
    const run = await startRun(connection, "bidding", { input });
    const whole = await collect(follow(connection, run));
    const bytes = JSON.stringify(whole).length;
    for (const limits of [places, [bytes / 2, bytes / 2], Array<number>(5).fill(1500)]) {
      const before = proxy.cuts();
      proxy.cutAfter(limits);
      expect(await collect(follow(throughProxy, run))).toEqual(whole);
      expect(proxy.cuts() - before).toBeGreaterThanOrEqual(2);
      proxy.cutAfter([]);
    }
  });

  it("is restored while the run is active", async () => {
    const before = proxy.cuts();
    const run = await startRun(throughProxy, "bidding", { input });
    proxy.cutAfter(places);
    const events = await collect(follow(throughProxy, run));
    proxy.cutAfter([]);
    expect(proxy.cuts() - before).toBe(places.length);
    expect(events).toEqual(await collect(follow(connection, run)));
    expect(events.at(-1)).toMatchObject({ type: "stopped" });
  });

  it("ends the loop with an error that names the server if it cannot be restored, and a new loop yields all events", async () => {
    const { thread } = await conversations.start("bidding", { input });
    const remote = connectConversations({ url: proxy.url, reconnects: 3, pollMs: 50 });
    const events: FollowedEvent[] = [];
    const following = (async () => {
      for await (const event of remote.follow(thread)) {
        events.push(event);
        // No server listens on this port.
        if (events.length === 5) proxy.leadTo("http://127.0.0.1:1");
      }
    })();
    expect(await failureOf(following)).toMatchObject({
      code: "server-unreachable",
      message: expect.stringContaining(proxy.url),
    });
    proxy.leadTo(server.url);
    const numbered = numberedIn(await until(remote.follow(thread), isStatus("ended")));
    expect(numbered).toEqual(historyOf((await conversations.read(thread)).state));
    expect(numbered.slice(0, numberedIn(events).length)).toEqual(numberedIn(events));
    await remote.close();
  });
});

describe("a run", () => {
  it("fails with the server's message if its input is invalid", async () => {
    const input = { participants: [{ name: "Ada" }, { name: "Ada" }] };
    const error = await failureOf(conversations.start("bidding", { input }));
    expect(RostrumError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      code: "run-failed",
      message: expect.stringContaining("participants[1].name"),
      details: { thread: expect.any(String) },
    });
  });

  it("resumes with the same context after it is cancelled", async () => {
    const options = { input: inputFor("bidding", { maxTurns: 4 }), context: { model: "openai:test" } };
    const reached = model.holdAfter(1);
    const { thread } = await conversations.start("bidding", options);
    const stopped = until(conversations.follow(thread), isStatus("stopped"));
    await reached;
    await conversations.cancel(thread);
    model.release();
    await stopped;
    expect(await conversations.transcript(thread)).toMatchObject({ stopReason: null, messages: { length: 2 } });
    await conversations.resume(thread);
    await ended(thread);
    const whole = await conversations.start("bidding", options);
    await ended(whole.thread);
    const [broken, unbroken] = [await conversations.transcript(thread), await conversations.transcript(whole.thread)];
    expect(unmetered(broken)).toEqual(unmetered(unbroken));
  });

  it("continues when its follower aborts, and the follower's loop ends without waiting for another event", async () => {
    const options = { input: inputFor("bidding", { maxTurns: 3 }), context: { model: "openai:test" } };
    const reached = model.holdAfter(1);
    const run = await startRun(connection, "bidding", options);
    const leaving = new AbortController();
    const following = collect(follow(throughProxy, run, leaving.signal));
    await reached;
    leaving.abort();
    // The run cannot have ended, because the model has not answered its latest call yet.
    expect((await following).map(({ type }) => type)).not.toContain("stopped");
    expect((await conversations.read(run.thread_id)).status).toBe("running");
    expect(await collect(follow(connection, run, leaving.signal))).toEqual([]);
    model.release();
    expect((await collect(follow(connection, run))).at(-1)).toMatchObject({ type: "stopped" });
  });
});

describe("a request", () => {
  it("fails if the mode is unknown", async () => {
    expect(await failureOf(conversations.start("poetry"))).toMatchObject({
      code: "server-refused",
      details: { status: 404, assistant: "poetry" },
    });
  });

  it("fails without contacting the server if the arguments are invalid", async () => {
    const nowhere = connectConversations({ url: "http://127.0.0.1:1" });
    for (const ask of [() => nowhere.transcript("talk"), () => nowhere.interject("talk", "hello")])
      expect(await failureOf(ask())).toMatchObject({ code: "invalid-input" });
    expect(() => connectConversations({ url: "nowhere" })).toThrow("url: must be the address of a server");
    expect(await failureOf(nowhere.start("bidding"))).toMatchObject({ code: "server-unreachable" });
  });
});

// The tests below use the same server, because starting another one takes seconds.
describe("taking part", () => testTakingPart(() => ({ model, server, conversations })));

describe("steering", () => testSteering(() => ({ model, server, conversations })));
