import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { PgBoss } from "pg-boss";
import { modes } from "../../../../src/graph/modes/registry.js";
import { ScriptedModel } from "../../../../src/offline/scripted-model.js";
import type { FollowedEvent } from "../../../../src/talk/conversations/port/port.js";
import { openThreads } from "../../../../src/talk/storage/open.js";
import { fourNames, inputFor } from "../../../support/any-mode.js";
import { createHeldModel } from "../../../support/held-model.js";
import { interceptQueries } from "../../../support/queries.js";
import { suiteQueue } from "../../../support/suite-queue.js";
import { isStatus, numberedIn, until } from "../../contracts/conversations.js";

const suite = suiteQueue();
const { speeches, work, open, begin } = suite;

afterEach(() => void jest.restoreAllMocks());

const statusesIn = (events: readonly FollowedEvent[]) => [
  ...new Set(events.flatMap((event) => (event.type === "status" ? event.status : []))),
];

const speechesIn = (events: readonly FollowedEvent[]) =>
  numberedIn(events).flatMap((event) =>
    event.type === "speech-end" && event.message.kind === "speech" ? `${event.turn} ${event.text}` : [],
  );

const allSpeeches = [1, 2, 3].map((turn) => `${turn} ${speeches.textOf(turn)}`);

const jobs = (where: string) => suite.query(`SELECT * FROM rostrum_queue.job WHERE ${where}`);

describe("a worker that stops", () => {
  it.each([
    ["hands over its conversation between two turns", 30_000],
    ["hands over its conversation in the middle of a speech, which is repeated", 0],
  ])("%s, and followers see only “queued”, “running” and “ended”", async (_how, graceMs) => {
    const conversations = await open();
    const first = await work();
    const held = speeches.holdBefore(2, 3);
    const thread = await begin(conversations);
    const following = until(conversations.follow(thread), isStatus("ended"));
    await held;
    const stopped = first.stop({ graceMs });
    await work();
    if (graceMs > 0) speeches.release();
    await stopped;
    speeches.release();
    const events = await following;
    expect(statusesIn(events)).toEqual(["queued", "running", "ended"]);
    expect(speechesIn(events)).toEqual(allSpeeches);
  });

  it("still cancels a running conversation on request", async () => {
    const conversations = await open();
    const worker = await work();
    const held = speeches.holdBefore(1, 3);
    const thread = await begin(conversations);
    await held;
    const stopped = worker.stop();
    await conversations.cancel(thread);
    expect((await conversations.read(thread)).status).toBe("stopped");
    await stopped;
    speeches.release();
    expect(await jobs(`data ->> 'thread' = '${thread}' AND state < 'completed'`)).toEqual([]);
  });

  it("hands over a request to stop after the current turn", async () => {
    const conversations = await open();
    const first = await work();
    const held = speeches.holdBefore(2, 3);
    const thread = await begin(conversations);
    const following = until(conversations.follow(thread), isStatus("stopped", "ended"));
    await held;
    await conversations.cancel(thread, { afterTurn: true });
    await first.stop({ graceMs: 0 });
    speeches.release();
    await work();
    const events = await following;
    expect(statusesIn(events).at(-1)).toBe("stopped");
    expect(speechesIn(events)).toEqual(allSpeeches.slice(0, 2));
  });

  it("hands over a request to stop after the current turn that came while a message was interrupting it", async () => {
    const conversations = await open();
    const first = await work();
    const held = speeches.holdBefore(2, 3);
    const thread = await begin(conversations);
    await held;
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
    let cancelling: Promise<void> | undefined;
    interceptQueries(async (query, sql) => {
      if (!cancelling && sql.includes("INSERT INTO rostrum_inbox")) {
        cancelling = conversations.cancel(thread, { afterTurn: true });
        await isRead;
      }
      const result = await query();
      if (sql.startsWith("SELECT id, thread, request") && JSON.stringify(result).includes("afterTurn")) read();
      return result;
    });
    await conversations.interject(thread, "What about the fog?", { now: true });
    await cancelling;
    await first.stop({ graceMs: 0 });
    speeches.release();
    await work();
    expect(statusesIn(await until(conversations.follow(thread), isStatus("stopped", "ended"))).at(-1)).toBe("stopped");
  });

  it("hands over a conversation that a message has interrupted in the meantime", async () => {
    const conversations = await open();
    const worker = await work();
    const held = speeches.holdBefore(2, 3);
    const thread = await begin(conversations);
    await held;
    const stopped = worker.stop();
    expect(await conversations.interject(thread, "What about the fog?", { now: true })).toMatchObject({ heard: "now" });
    await worker.stop({ graceMs: 2000 });
    await stopped;
    expect((await conversations.read(thread)).status).toBe("running");
    speeches.release();
    await work();
    const events = await until(conversations.follow(thread), isStatus("ended"));
    expect(numberedIn(events).filter(({ type }) => type === "interjection")).toHaveLength(1);
    expect(speechesIn(events)).toEqual(allSpeeches);
  });

  it("does not count as dead, even if one worker after another stops in the same step", async () => {
    const conversations = await open();
    let worker = await work();
    let held = speeches.holdBefore(1, 3);
    const thread = await begin(conversations);
    for (let round = 0; round < 4; round += 1) {
      await held;
      await worker.stop({ graceMs: 0 });
      speeches.release();
      held = speeches.holdBefore(1, 3);
      worker = await work();
    }
    await held;
    speeches.release();
    expect(speechesIn(await until(conversations.follow(thread), isStatus("ended")))).toEqual(allSpeeches);
  });
});

describe("a conversation whose worker dies or cannot run it", () => {
  async function redrive(thread: string): Promise<void> {
    const queue = new PgBoss({
      connectionString: suite.address,
      schema: "rostrum_queue",
      supervise: false,
      schedule: false,
    });
    await queue.start();
    suite.closeLater(() => queue.stop({ graceful: false }));
    for (let found = 0; found === 0; ) found = (await queue.findJobs("failed-stretches", { data: { thread } })).length;
    expect(await queue.redrive("failed-stretches", { data: { thread } })).toBe(1);
  }

  /** Makes the stretch look as if this many workers had died while running it. */
  async function die(thread: string, deaths: number): Promise<void> {
    const threads = await openThreads(suite.address);
    const record = await threads.find(thread);
    if (!record?.stretch) throw new Error("nothing is queued");
    await threads.save({ ...record, state: "running", stretch: { ...record.stretch, deaths: deaths - 1 } });
    await threads.close();
  }

  it.each(["resumed", "sent again from the failed jobs"])(
    "fails after three dead workers, and continues once it is %s",
    async (how) => {
      const conversations = await open();
      const thread = await begin(conversations);
      await die(thread, 3);
      await work();
      const events = await until(conversations.follow(thread), isStatus("failed", "ended"));
      expect(events.at(-1)).toMatchObject({ status: "failed", error: { code: "workers-died" } });
      if (how === "resumed") await conversations.resume(thread);
      else await redrive(thread);
      const rest = await until(conversations.follow(thread), isStatus("ended"));
      expect(speechesIn(rest)).toEqual(allSpeeches);
    },
  );

  it("contains a person's answer once, even if the worker that had the answer died", async () => {
    const conversations = await open();
    const worker = await work();
    const participants = fourNames.map((name) => ({ name, human: name === "Ann" }));
    const thread = await begin(conversations, { participants });
    await until(conversations.follow(thread), isStatus("waiting"));
    await worker.stop();
    await conversations.answer(thread, "I am for it.");
    await die(thread, 1);
    await work();
    const events = await until(conversations.follow(thread), isStatus("waiting", "ended"));
    expect(speechesIn(events).filter((speech) => speech.includes("I am for it."))).toHaveLength(1);
    const [row] = await suite.query(`SELECT record FROM rostrum_threads WHERE name = '${thread}'`);
    expect(JSON.parse(row?.record).stretch).toEqual({ id: expect.any(String) });
  });

  it.each(["resumed", "sent again from the failed jobs"])(
    "keeps a person's answer if three workers died, until it is %s",
    async (how) => {
      const conversations = await open();
      const worker = await work();
      const participants = fourNames.map((name) => ({ name, human: name === "Ann" }));
      const thread = await begin(conversations, { participants });
      await until(conversations.follow(thread), isStatus("waiting"));
      await worker.stop();
      await conversations.answer(thread, "I am for it.");
      await die(thread, 3);
      await work();
      await until(conversations.follow(thread), isStatus("failed"));
      const continuing = until(conversations.follow(thread), isStatus("waiting", "ended"));
      if (how === "resumed") await conversations.resume(thread);
      else await redrive(thread);
      const events = await continuing;
      expect(speechesIn(events).filter((speech) => speech.includes("I am for it."))).toHaveLength(1);
    },
  );

  it("continues after two dead workers", async () => {
    const conversations = await open();
    const thread = await begin(conversations);
    await die(thread, 2);
    await work();
    const events = await until(conversations.follow(thread), isStatus("failed", "ended"));
    expect(events.at(-1)).toMatchObject({ status: "ended" });
  });

  it("reports why the worker's model failed, and can be resumed by a worker with another model", async () => {
    const conversations = await open();
    const failing = await work({ model: new ScriptedModel(() => new Error("no such luck")) });
    const thread = await begin(conversations);
    const events = await until(conversations.follow(thread), isStatus("failed", "ended"));
    expect(events.at(-1)).toMatchObject({ error: { message: expect.stringContaining("no such luck") } });
    await failing.stop();
    await work();
    await conversations.resume(thread);
    expect(speechesIn(await until(conversations.follow(thread), isStatus("ended")))).toEqual(allSpeeches);
  });

  it("continues in another worker if the first one lacks its mode", async () => {
    const conversations = await open();
    const { "round-robin": _left, ...others } = modes;
    const failures: unknown[] = [];
    await work({ modes: others as typeof modes, onFailure: (error) => failures.push(error) });
    const thread = await begin(conversations);
    const following = until(conversations.follow(thread), isStatus("ended"));
    while (failures.length === 0) await new Promise((next) => setTimeout(next, 20));
    expect(failures).toMatchObject([{ code: "invalid-input" }]);
    await work();
    const events = await following;
    expect(statusesIn(events)).toEqual(["queued", "running", "ended"]);
    expect(failures).toHaveLength(1);
  });
});

it("a conversation still runs after waiting for a worker for months", async () => {
  const conversations = await open();
  await work({ concurrency: 1 });
  const held = speeches.holdBefore(1, 3);
  await begin(conversations);
  await held;
  const thread = await begin(conversations);
  const moved = ["created_on", "start_after", "keep_until"].map((name) => `${name} = ${name} - interval '90 days'`);
  await suite.query(`UPDATE rostrum_queue.job SET ${moved} WHERE data ->> 'thread' = '${thread}'`);
  // Makes the worker run the queue's maintenance, which deletes old jobs.
  await suite.query("UPDATE rostrum_queue.queue SET maintain_on = NULL");
  const isPending = async () =>
    (await suite.query("SELECT FROM rostrum_queue.queue WHERE maintain_on IS NULL")).length > 0;
  while (await isPending()) await new Promise((next) => setTimeout(next, 50));
  const following = until(conversations.follow(thread), isStatus("ended"));
  speeches.release();
  expect(speechesIn(await following)).toEqual(allSpeeches);
});

describe("the deadlines of several people", () => {
  it("continue the conversation without a follower, with one job at a time", async () => {
    const conversations = await open();
    const { model } = createHeldModel();
    await work({ model });
    const participants = fourNames.map((name) => ({ name, human: true }));
    const input = inputFor("supervisor", { participants, humanTimeoutMs: 1000 });
    const { thread } = await conversations.start("supervisor", { input });
    let mostWaiting = 0;
    for (let status = ""; status !== "ended"; ) {
      await new Promise((next) => setTimeout(next, 100));
      const read = await conversations.read(thread);
      ({ status } = read);
      mostWaiting = Math.max(mostWaiting, read.waiting.length);
      const waiting = await jobs(`data ->> 'thread' = '${thread}' AND data ? 'deadline' AND state < 'active'`);
      expect(waiting.length).toBeLessThan(2);
    }
    expect(mostWaiting).toBeGreaterThan(1);
  });
});
