import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { LocalConversations } from "../../../../src/talk/conversations/local/local-conversations.js";
import type { Measured } from "../../../../src/talk/conversations/measures/measures.js";
import type { FollowedEvent, SharedConversations } from "../../../../src/talk/conversations/port/port.js";
import { type Request, Requests } from "../../../../src/talk/conversations/queue/requests.js";
import { PostgresThreads } from "../../../../src/talk/storage/postgres.js";
import { fourNames, inputFor } from "../../../support/any-mode.js";
import { suiteQueue } from "../../../support/suite-queue.js";
import { isStatus, numberedIn, until } from "../../contracts/conversations.js";

const suite = suiteQueue();
const { speeches, work, open, begin } = suite;

afterEach(() => void jest.restoreAllMocks());

const talk = (input: object = {}) => ({ input: inputFor("round-robin", { maxTurns: 3, ...input }) });

const speechesIn = (events: readonly FollowedEvent[]) =>
  numberedIn(events).flatMap((event) =>
    event.type === "speech-end" && event.message.kind === "speech" ? event.turn : [],
  );

const statusesIn = (events: readonly FollowedEvent[]) =>
  events.flatMap((event) => (event.type === "status" ? event.status : []));

const following = (conversations: SharedConversations, thread: string, ...statuses: string[]) =>
  until(conversations.follow(thread), isStatus(...statuses));

/** Locks a thread like a worker that is about to die. Calling `close` releases the lock. */
async function lockAsWorker(thread: string): Promise<PostgresThreads> {
  const threads = await PostgresThreads.open(suite.address);
  const record = await threads.find(thread);
  if (!record) throw new Error("there is no such thread");
  await threads.take(thread);
  await threads.save({ ...record, state: "running" });
  return threads;
}

describe("a conversation that is queued", () => {
  it("can be renamed, steered and listed, and is returned by an identical start", async () => {
    const [one, other] = [await open(), await open()];
    const idempotencyKey = crypto.randomUUID();
    const starts = await Promise.all(
      [one, other].map((each) => each.start("round-robin", { ...talk(), idempotencyKey })),
    );
    expect(starts.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    const { thread } = await other.start("round-robin", { ...talk(), idempotencyKey });
    await other.rename(thread, "Bridges");
    await other.interject(thread, "Mind the fog.", { now: true });
    await other.control(thread, { mute: "Dov" }, { now: true });
    await expect(other.resume(thread)).rejects.toMatchObject({ code: "thread-in-use" });
    const { conversations } = await other.list({ status: "queued" });
    expect(conversations).toMatchObject([{ thread, title: "Bridges", status: "queued" }]);
    await work();
    const events = await following(one, thread, "ended");
    expect(numberedIn(events).filter(({ type }) => type === "interjection" || type === "control")).toHaveLength(2);
    expect((await one.read(thread)).title).toBe("Bridges");
  });

  it("can be cancelled and resumed", async () => {
    const [one, other] = [await open(), await open()];
    const thread = await begin(one);
    await other.cancel(thread, { afterTurn: true });
    expect((await one.read(thread)).status).toBe("stopped");
    await work();
    await other.resume(thread);
    expect(speechesIn(await following(one, thread, "ended"))).toEqual([1, 2, 3]);
  });

  it("ends again if it was queued for another round and is cancelled, and accepts another round", async () => {
    const [one, other] = [await open(), await open()];
    const worker = await work();
    const thread = await begin(one);
    await following(one, thread, "ended");
    await worker.stop();
    await one.start("round-robin", { thread, input: { maxTurns: 1 } });
    await other.cancel(thread);
    expect((await one.read(thread)).status).toBe("ended");
    await one.start("round-robin", { thread, input: { maxTurns: 1 } });
    await work();
    expect(speechesIn(await following(one, thread, "ended"))).toEqual([1, 2, 3, 4]);
  });

  it("waits for the person again if it was queued for an answer and is cancelled", async () => {
    const conversations = await open();
    const worker = await work();
    const participants = fourNames.map((name) => ({ name, human: name === "Ann" }));
    const thread = await begin(conversations, { participants });
    await following(conversations, thread, "waiting");
    await worker.stop();
    await conversations.answer(thread, "I am for it.");
    await conversations.cancel(thread);
    expect((await conversations.read(thread)).status).toBe("waiting");
    await conversations.answer(thread, "I am against it.");
    await work();
    expect(numberedIn(await following(conversations, thread, "ended"))).toContainEqual(
      expect.objectContaining({ type: "speech-end", text: "I am against it." }),
    );
  });

  it("is not resumed again if another call resumes it at the same time", async () => {
    const [one, other] = [await open(), await open()];
    const thread = await begin(one);
    await one.cancel(thread);
    const { resume } = LocalConversations.prototype;
    const attempts = jest.spyOn(LocalConversations.prototype, "resume");
    attempts.mockImplementationOnce(async function (this: LocalConversations, ...given) {
      await one.resume(thread);
      await resume.apply(this, given);
    });
    await expect(other.resume(thread)).rejects.toMatchObject({ code: "thread-in-use" });
    expect(attempts).toHaveBeenCalledTimes(2);
    await one.remove(thread);
  });

  it("leaves no row behind when it is removed", async () => {
    const conversations = await open();
    const thread = await begin(conversations);
    await conversations.remove(thread);
    expect(await rowsWith(thread)).toEqual([]);
  });

  it("leaves no row behind when it is removed by a process that does not use the queue", async () => {
    const thread = await begin(await open());
    const conversations = await open({ queue: false });
    await conversations.remove(thread);
    expect(await rowsWith(thread)).toEqual([]);
  });

  it("counts as ready, and its waiting time is measured, even without a worker", async () => {
    const conversations = (await open()) as SharedConversations & Measured;
    const thread = await begin(conversations);
    const earlier = "start_after = now() - interval '2 minutes', created_on = now() - interval '2 minutes'";
    await suite.query(`UPDATE rostrum_queue.job SET ${earlier} WHERE data ->> 'thread' = '${thread}'`);
    const { queue } = await conversations.measure();
    expect(queue).toMatchObject({ ready: 1 });
    expect(queue?.oldestReadySeconds).toBeGreaterThanOrEqual(120);
    await conversations.remove(thread);
    expect((await conversations.measure()).queue).toMatchObject({ ready: 0, oldestReadySeconds: 0 });
  });

  it("leaves no row behind when it is removed, even if its record cannot be read", async () => {
    const conversations = await open();
    const thread = await begin(conversations);
    const record = `(record::jsonb || '{"version": 99}')::text`;
    await suite.query(`UPDATE rostrum_threads SET record = ${record} WHERE name = '${thread}'`);
    await conversations.remove(thread);
    expect(await rowsWith(thread)).toEqual([]);
  });

  it("keeps its job if it starts as soon as another one of its name has been removed", async () => {
    const [one, other] = [await open(), await open()];
    const thread = await begin(one);
    const { release } = PostgresThreads.prototype;
    const releases = jest.spyOn(PostgresThreads.prototype, "release");
    releases.mockImplementation(async function (this: PostgresThreads, name) {
      await release.call(this, name);
      if (!(await this.find(name))) await other.start("round-robin", { thread, ...talk() });
    });
    await one.remove(thread);
    releases.mockRestore();
    expect(await suite.query(`SELECT FROM rostrum_queue.job WHERE data ->> 'thread' = '${thread}'`)).toHaveLength(1);
    await one.remove(thread);
  });
});

async function rowsWith(text: string): Promise<string[]> {
  const tables = await suite.query(
    "SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('public', 'rostrum_queue')",
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await suite.query(`SELECT FROM ${name} AS row WHERE strpos(row::text, '${text}') > 0`);
      return rows.length > 0 ? name : [];
    }),
  );
  return found.flat();
}

describe("a conversation that a worker is running", () => {
  it("can be steered, renamed and cancelled from outside the worker", async () => {
    const conversations = await open();
    await work();
    const held = speeches.holdBefore(2, 3);
    const thread = await begin(conversations, { maxTurns: 8 });
    await held;
    await conversations.rename(thread, "Bridges");
    expect(await conversations.control(thread, { mute: "Dov" }, { now: true })).toMatchObject({ heard: "now" });
    await conversations.cancel(thread);
    expect(await conversations.read(thread)).toMatchObject({ status: "stopped", title: "Bridges" });
    await expect(conversations.rename(thread, "x".repeat(5000))).rejects.toMatchObject({ code: "invalid-input" });
    await expect(conversations.interject(thread, "", { now: true })).rejects.toMatchObject({ code: "invalid-input" });
    speeches.release();
    await conversations.resume(thread);
    const events = await following(conversations, thread, "ended");
    expect(numberedIn(events).filter(({ type }) => type === "control")).toHaveLength(1);
  });

  it("leaves no row behind when it is removed, even if its job is still in the queue", async () => {
    const conversations = await open();
    const worker = await work();
    const held = speeches.holdBefore(1, 3);
    const thread = await begin(conversations);
    await held;
    await conversations.remove(thread);
    for (let rows = [""]; rows.length > 0; rows = await rowsWith(thread)) await wait(20);
    const end = following(conversations, await begin(conversations), "ended");
    speeches.release();
    await end;
    await worker.stop();
    const dead = await begin(conversations);
    await conversations.cancel(dead);
    await suite.query(`UPDATE rostrum_queue.job SET state = 'created' WHERE data ->> 'thread' = '${dead}'`);
    await conversations.remove(dead);
    expect(await rowsWith(dead)).toEqual([]);
    await expect(conversations.cancel(dead)).rejects.toMatchObject({ code: "invalid-input" });
  });

  it("stays in the queue if a message interrupts it just after a request to cancel it", async () => {
    const conversations = await open();
    const worker = await work();
    const held = speeches.holdBefore(1, 3);
    const thread = await begin(conversations);
    await held;
    const heldAgain = speeches.holdBefore(1, 2);
    const requests: readonly Request[] = [
      { operation: "cancel", given: [{}] },
      { operation: "interject", given: ["What about the fog?", { now: true }] },
    ];
    const rows = requests.map((request, index) => `('${thread}-${index}', '${thread}', '${JSON.stringify(request)}')`);
    // Inserts both in one statement, so that the worker reads them together.
    await suite.query(`INSERT INTO rostrum_requests (id, thread, request) VALUES ${rows.join()}`);
    await heldAgain;
    await worker.stop({ graceMs: 0 });
    speeches.release();
    await work();
    expect(statusesIn(await following(conversations, thread, "stopped", "ended")).at(-1)).toBe("ended");
    await conversations.remove(thread);
  });

  it.each([
    ["removed if its start is aborted", false, { code: "invalid-input" }],
    ["cancelled if the start of its further round is aborted", true, { status: "stopped" }],
  ])("is %s", async (_what, isFurther, left) => {
    const conversations = await open();
    await work();
    const thread = isFurther ? await begin(conversations) : crypto.randomUUID();
    if (isFurther) await following(conversations, thread, "ended");
    const held = speeches.holdBefore(isFurther ? 4 : 1, 3);
    const abort = new AbortController();
    const { release } = PostgresThreads.prototype;
    jest.spyOn(PostgresThreads.prototype, "release").mockImplementationOnce(async function (
      this: PostgresThreads,
      name,
    ) {
      await release.call(this, name);
      await held;
      abort.abort();
    });
    const starting = conversations.start("round-robin", { thread, ...talk(), signal: abort.signal });
    await expect(starting).rejects.toMatchObject({ name: "AbortError" });
    expect(await conversations.read(thread).catch((error: unknown) => error)).toMatchObject(left);
  });

  it("belongs to its owner alone", async () => {
    const conversations = await open();
    await work();
    const [ada, bo] = [conversations.as("ada"), conversations.as("bo")];
    const held = speeches.holdBefore(2, 3);
    const { thread } = await ada.start("round-robin", { ...talk(), thread: "bridge" });
    await held;
    await expect(bo.cancel(thread)).rejects.toMatchObject({ code: "invalid-input" });
    await ada.cancel(thread);
    expect((await ada.read(thread)).status).toBe("stopped");
    expect((await bo.list()).conversations).toEqual([]);
    await ada.remove(thread);
    expect(await rowsWith("ada:bridge")).toEqual([]);
  });
});

describe("a conversation whose worker has died", () => {
  it.each([
    ["cancelled", (conversations: SharedConversations, thread: string) => conversations.cancel(thread)],
    ["renamed", (conversations: SharedConversations, thread: string) => conversations.rename(thread, "Bridges")],
    ["removed", (conversations: SharedConversations, thread: string) => conversations.remove(thread)],
  ])("is %s as soon as its lock is free", async (_what, act) => {
    const conversations = await open();
    const thread = await begin(conversations);
    const dying = await lockAsWorker(thread);
    const acting = act(conversations, thread);
    while ((await suite.query("SELECT FROM rostrum_requests")).length === 0) await wait(10);
    await dying.close();
    await acting;
    expect(await suite.query("SELECT FROM rostrum_requests")).toEqual([]);
    await conversations.remove(thread).catch(() => {});
  });

  it("applies a control once, even if the worker applied it without confirming it", async () => {
    const conversations = await open();
    const thread = await begin(conversations);
    const dying = await lockAsWorker(thread);
    const acting = conversations.control(thread, { mute: "Dov" }, { now: true });
    const { promise: isCarriedOut, resolve: carriedOut } = Promise.withResolvers<void>();
    const act = async (name: string, { given }: Request) => {
      const [control, options] = given as Parameters<SharedConversations["control"]> extends [string, ...infer Rest]
        ? Rest
        : never;
      await conversations.control(name, control, { ...options, now: false });
      carriedOut();
      await new Promise(() => {});
    };
    const serving = setInterval(() => void new Requests(dying).serve([thread], act).catch(() => {}), 50);
    await isCarriedOut;
    clearInterval(serving);
    await dying.close();
    await acting;
    await work();
    const events = await following(conversations, thread, "ended");
    expect(numberedIn(events).filter(({ type }) => type === "control")).toHaveLength(1);
  });
});

describe("answers", () => {
  it("count once if two clients send them at the same time", async () => {
    const [one, other] = [await open(), await open()];
    await work();
    const participants = fourNames.map((name) => ({ name, human: name === "Ann" }));
    const thread = await begin(one, { participants });
    await following(one, thread, "waiting");
    const results = await Promise.allSettled([one.answer(thread, "I am for it."), other.answer(thread, "Not me.")]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const events = await following(one, thread, "ended");
    expect(speechesIn(events)).toEqual([1, 2, 3]);
  });
});

describe("limits", () => {
  it("restrict the starts per minute", async () => {
    const conversations = await open({ limits: { startsPerMinute: 1 } });
    const thread = await begin(conversations);
    await expect(begin(conversations)).rejects.toMatchObject({ code: "too-many-starts" });
    await conversations.remove(thread);
  });
});
