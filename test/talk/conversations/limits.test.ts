import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import fc from "fast-check";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { LocalConversations } from "../../../src/talk/conversations/local/local-conversations.js";
import { type Limits, RunLimits } from "../../../src/talk/conversations/local/run-limits.js";
import type { Conversations } from "../../../src/talk/conversations/port/port.js";
import { openThreads } from "../../../src/talk/storage/open.js";
import type { Threads } from "../../../src/talk/storage/threads.js";
import { createApp } from "../../../src/web.js";
import { itHolds } from "../../support/property.js";

const input = { topic: "The ferry", participants: [{ name: "Ann" }, { name: "Bo" }], maxTurns: 2 };

/** The functions that release held speeches, by topic. */
const held = new Map<string, () => void>();
let storage: Threads;
let opened: LocalConversations[];
beforeEach(async () => {
  storage = await openThreads("memory");
  opened = [];
});
afterEach(async () => {
  for (const release of held.values()) release();
  for (const each of opened) await each.close();
  held.clear();
});

/** Holds the speeches of odd turns until `release` is called. */
const model = new ScriptedModel(async ({ participant, turn, messages }) => {
  const topic =
    messages
      .map(({ text }) => text)
      .join()
      .match(/Topic \w+/)?.[0] ?? "";
  if (turn % 2 === 1) await new Promise<void>((resolve) => held.set(topic, resolve));
  return `${participant} speaks in turn ${turn}.`;
});

function open(limits: Limits): LocalConversations {
  const conversations = new LocalConversations(storage, { model, limits, pollMs: 5 });
  opened.push(conversations);
  return conversations;
}

const begin = (conversations: Conversations, thread: string, options: object = {}) =>
  conversations.start("round-robin", { input: { ...input, topic: `Topic ${thread}` }, thread, ...options });

const statusOf = async (conversations: Conversations, thread: string) => (await conversations.read(thread)).status;

async function reach(conversations: Conversations, thread: string, wanted: string): Promise<string[]> {
  const statuses: string[] = [];
  for await (const event of conversations.follow(thread)) {
    if (event.type !== "status") continue;
    statuses.push(event.status);
    if (event.status === wanted) break;
  }
  return statuses;
}

async function release(thread: string): Promise<void> {
  while (!held.has(`Topic ${thread}`)) await new Promise(setImmediate);
  held.get(`Topic ${thread}`)?.();
}

describe("a conversation beyond the limit", () => {
  it("has the status `queued` in the list, when it is read and for followers, and runs when another one ends", async () => {
    const conversations = open({ running: 1 });
    await begin(conversations, "one");
    expect(await begin(conversations, "two")).toEqual({ thread: "two", isNew: true });
    const listed = Object.fromEntries(
      (await conversations.list()).conversations.map(({ thread, status }) => [thread, status]),
    );
    expect(listed).toEqual({ one: "running", two: "queued" });
    expect(await statusOf(conversations, "two")).toBe("queued");
    const seen = reach(conversations, "two", "ended");
    await release("one");
    await release("two");
    expect(await seen).toEqual(["queued", "running", "ended"]);
    expect(held.size).toBe(2);
  });

  it("can have another round after a queued round was rejected", async () => {
    const conversations = open({ running: 1 });
    await begin(conversations, "two");
    await release("two");
    await reach(conversations, "two", "ended");
    await begin(conversations, "one");
    const again = (maxTurns: number) => conversations.start("round-robin", { thread: "two", input: { maxTurns } });
    await again(-1);
    await release("one");
    await reach(conversations, "two", "failed");
    await again(1);
    await reach(conversations, "two", "running");
  });

  it("is cancelled and removed if its start is aborted", async () => {
    const conversations = open({ running: 1 });
    await begin(conversations, "one");
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(begin(conversations, "two", { signal })).rejects.toThrow("enough");
    await expect(conversations.read("two")).rejects.toThrow(/holds no conversation/);
    expect(conversations.runsHere("two")).toBe(false);
  });

  it("waits only for its own owner's conversations, if the limit is per owner", async () => {
    const conversations = open({ perOwner: 1 });
    const [ada, bo] = [conversations.as("ada"), conversations.as("bo")];
    for (const [owner, thread] of [
      [ada, "a1"],
      [ada, "a2"],
      [bo, "b1"],
    ] as const)
      await begin(owner, thread);
    expect([await statusOf(ada, "a1"), await statusOf(ada, "a2"), await statusOf(bo, "b1")]).toEqual([
      "running",
      "queued",
      "running",
    ]);
    await release("a1");
    await reach(ada, "a2", "running");
  });

  it("can be cancelled and resumed, and does not run while it is cancelled", async () => {
    const conversations = open({ running: 1 });
    await begin(conversations, "one");
    await begin(conversations, "two");
    await conversations.cancel("two", { afterTurn: true });
    expect(await statusOf(conversations, "two")).toBe("stopped");
    await conversations.resume("two");
    expect(await statusOf(conversations, "two")).toBe("queued");
    await conversations.cancel("two");
    await release("one");
    await reach(conversations, "one", "ended");
    expect(await statusOf(conversations, "two")).toBe("stopped");
    await conversations.resume("two");
    await release("two");
    expect((await reach(conversations, "two", "ended")).at(-1)).toBe("ended");
    expect((await conversations.read("two")).state.topic).toBe("Topic two");
  });

  it("reads messages that arrive while it is queued, and can be removed", async () => {
    const conversations = open({ running: 1 });
    await begin(conversations, "one");
    for (const thread of ["two", "three"]) await begin(conversations, thread);
    await conversations.interject("two", "And the fog?", { now: true });
    expect(await statusOf(conversations, "two")).toBe("queued");
    await conversations.remove("three");
    await release("one");
    await release("two");
    await reach(conversations, "two", "ended");
    expect((await conversations.read("two")).state.interjections).toMatchObject([{ text: "And the fog?" }]);
    expect((await conversations.list()).conversations.map(({ thread }) => thread).sort()).toEqual(["one", "two"]);
  });

  it("does not get the slot of a conversation that a message interrupts", async () => {
    const conversations = open({ running: 1 });
    await begin(conversations, "one");
    await release("one");
    await reach(conversations, "one", "ended");
    held.clear();
    await conversations.start("round-robin", { thread: "one", input: { maxTurns: 2 } });
    await begin(conversations, "two");
    await conversations.interject("one", "And the fog?", { now: true });
    expect([await statusOf(conversations, "one"), await statusOf(conversations, "two")]).toEqual(["running", "queued"]);
  });

  it("starts only once per idempotency key, and the key starts it again after its process has died", async () => {
    const conversations = open({ running: 1 });
    await begin(conversations, "one");
    await begin(conversations, "two", { idempotencyKey: "job-1" });
    expect(await begin(conversations, "two", { idempotencyKey: "job-1" })).toEqual({ thread: "two", isNew: false });
    expect(await statusOf(conversations, "two")).toBe("queued");
    // Restores the record, as if the process had died without saving anything.
    const record = await storage.find("two");
    await conversations.cancel("two");
    if (record) await storage.save(record);
    expect(await statusOf(conversations, "two")).toBe("stopped");
    expect((await conversations.list()).conversations.find(({ thread }) => thread === "two")?.status).toBe("stopped");
    await begin(conversations, "two", { idempotencyKey: "job-1" });
    expect(await statusOf(conversations, "two")).toBe("queued");
    await release("one");
    await release("two");
    await reach(conversations, "two", "ended");
  });

  it("has the status `queued` in the HTTP interface", async () => {
    const conversations = open({ running: 1 });
    const app = createApp(conversations);
    await begin(conversations, "one");
    const body = JSON.stringify({ mode: "round-robin", input, thread: "two" });
    const headers = { host: "localhost", "content-type": "application/json" };
    const started = await app.request("http://localhost/api/conversations", { method: "POST", body, headers });
    expect(started.status).toBe(201);
    const answer = await app.request("http://localhost/api/conversations/two", { headers });
    expect(await answer.json()).toMatchObject({ status: "queued", settings: { topic: "The ferry" } });
  });
});

describe("the limit on starts per minute", () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask", "setTimeout"] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it("applies to each owner separately, ignores repeated calls, and is reported with the time to wait", async () => {
    const conversations = open({ startsPerMinute: 2 });
    const [ada, bo] = [conversations.as("ada"), conversations.as("bo")];
    await begin(ada, "a1", { idempotencyKey: "a1" });
    await begin(ada, "a1", { idempotencyKey: "a1" });
    jest.advanceTimersByTime(20_000);
    await begin(ada, "a2");
    const refused = { code: "too-many-starts", details: { most: 2, seconds: 40 } };
    await expect(begin(ada, "a3")).rejects.toMatchObject(refused);
    await expect(ada.fork("a1", { turn: 0 })).rejects.toMatchObject(refused);
    await expect(ada.read("a3")).rejects.toThrow(/holds no conversation/);
    await begin(bo, "a3");
    jest.advanceTimersByTime(40_000);
    await begin(ada, "a3");
    await expect(begin(ada, "a4")).rejects.toMatchObject({ details: { seconds: 20 } });
  });

  it("does not count forks that are rejected", async () => {
    const conversations = open({ startsPerMinute: 2 });
    await begin(conversations, "one");
    const refused = [
      { turn: 99 },
      { turn: 0, as: "one" },
      { turn: 0, changes: { topic: "Fog" } },
      { turn: 0, as: "-" },
    ];
    for (const request of [...refused, { turn: 99, mode: "bidding" }])
      await expect(conversations.fork("one", request)).rejects.toMatchObject({ code: "invalid-input" });
    expect(await conversations.fork("one", { turn: 0 })).toBe("one-2");
    await expect(conversations.fork("one", { turn: 0 })).rejects.toMatchObject({ code: "too-many-starts" });
  });

  it("applies to estimates too, separately from starts and for each owner", async () => {
    const conversations = open({ startsPerMinute: 1 });
    const app = createApp(conversations, { identify: ({ headers }) => headers.get("x-user") ?? undefined });
    const estimate = (user: string) =>
      app.request("http://localhost/api/estimates", {
        method: "POST",
        body: JSON.stringify({ mode: "round-robin", input }),
        headers: { host: "localhost", "content-type": "application/json", "x-user": user, "accept-language": "zh" },
      });
    await begin(conversations.as("ada"), "one");
    expect((await estimate("ada")).status).toBe(200);
    const refused = await estimate("ada");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining("估算 1 次") });
    expect((await estimate("bo")).status).toBe(200);
  });

  it("is reported over HTTP with status 429 and Retry-After", async () => {
    const conversations = open({ startsPerMinute: 1 });
    const app = createApp(conversations, { identify: ({ headers }) => headers.get("x-user") ?? undefined });
    const start = (user: string) =>
      app.request("http://localhost/api/conversations", {
        method: "POST",
        body: JSON.stringify({ mode: "round-robin", input }),
        headers: { host: "localhost", "content-type": "application/json", "x-user": user, "accept-language": "zh" },
      });
    expect((await start("ada")).status).toBe(201);
    const refused = await start("ada");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(await refused.json()).toMatchObject({ code: "too-many-starts", message: expect.stringContaining("60") });
    expect((await start("bo")).status).toBe(201);
  });
});

it.each([{ running: 0 }, { perOwner: 1.5 }, { startsPerMinute: -1 }, { most: 1 }])("RunLimits rejects %j", (limits) => {
  expect(() => new RunLimits(limits as Limits)).toThrow(/^limits\.\w+: /);
});

const owners = ["ada", "bo", "cid"];
const steps = fc.array(fc.tuple(fc.constantFrom(...owners), fc.nat(4), fc.boolean()), { maxLength: 60 });
const limit = fc.integer({ min: 1, max: 4 });

itHolds(
  "no more conversations run than allowed, and every conversation that stays in the queue runs eventually",
  fc.asyncProperty(steps, limit, limit, async (events, running, perOwner) => {
    const limits = new RunLimits({ running, perOwner });
    const [runs, waiting] = [new Set<string>(), new Set<string>()];
    const check = () => {
      const own = owners.map((owner) => [...runs].filter((thread) => thread.startsWith(`${owner}:`)).length);
      expect(Math.max(...own)).toBeLessThanOrEqual(perOwner);
      expect(runs.size).toBeLessThanOrEqual(running);
    };
    const leave = async (thread: string) => {
      runs.delete(thread);
      waiting.delete(thread);
      limits.leave(thread);
      await new Promise(setImmediate);
      check();
    };
    for (const [owner, number, enters] of events) {
      const thread = `${owner}:${number}`;
      if (!enters) await leave(thread);
      else if (!runs.has(thread) && !waiting.has(thread)) {
        const admitted = limits.enter(thread);
        (admitted ? waiting : runs).add(thread);
        void admitted?.then(() => {
          if (waiting.delete(thread)) runs.add(thread);
        });
        check();
      }
    }
    while (runs.size > 0) await leave([...runs][0] as string);
    expect(waiting.size).toBe(0);
  }),
);
