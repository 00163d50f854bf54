import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { openConversations, startWorker } from "../../../../src/index.js";
import { Requests } from "../../../../src/talk/conversations/queue/requests.js";
import { openWorker } from "../../../../src/talk/conversations/queue/worker.js";
import { PostgresThreads } from "../../../../src/talk/storage/postgres.js";
import { inputFor } from "../../../support/any-mode.js";
import { castOf } from "../../../support/conversation.js";
import { startCuttingProxy } from "../../../support/cutting-proxy.js";
import { createHeldModel } from "../../../support/held-model.js";
import { type Postgres, startPostgres } from "../../../support/postgres.js";
import { interceptQueries } from "../../../support/queries.js";

let postgres: Postgres;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
}, 300_000);

afterEach(async () => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  for (const close of closing.splice(0).toReversed()) await close();
});

afterAll(() => postgres.stop());

async function openBoth() {
  const { model, ...held } = createHeldModel();
  const address = await postgres.createDatabase();
  const conversations = await openConversations(address, { queue: true, model, pollMs: 100 });
  closing.push(() => conversations.close());
  const work = async () => {
    const worker = await startWorker(address, { model });
    closing.push(() => worker.stop());
    return worker;
  };
  const untilEnded = async (thread: string) => {
    for await (const event of conversations.follow(thread))
      if (event.type === "status" && ["ended", "failed"].includes(event.status)) return event;
    throw new Error("closed");
  };
  return { address, conversations, held: { ...held, model }, work, untilEnded };
}

const shortTalk = (people: readonly string[] = [], more: object = {}) =>
  inputFor("round-robin", {
    maxTurns: 3,
    participants: castOf("Ann", "Bea", "Cid").map(({ name }) => ({ name, human: people.includes(name) })),
    ...more,
  });

describe("a worker", () => {
  it("leaves it to the next attempt to find out how a run ended if it cannot read the result itself", async () => {
    const { conversations, held, work, untilEnded } = await openBoth();
    let failures = 0;
    const reached = held.holdAfter(2);
    await work();
    const { thread } = await conversations.start("round-robin", { input: shortTalk() });
    await reached;
    interceptQueries((query, sql) => {
      if (failures === 6 || !sql.startsWith("SELECT thread_id, checkpoint_ns, checkpoint_id")) return query();
      failures += 1;
      return Promise.reject(new Error("the connection is lost"));
    });
    held.release();
    while (failures < 6) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await untilEnded(thread)).toMatchObject({ status: "ended" });
  }, 300_000);

  it("stops its run of a stretch that the queue has given up on, and leaves the stretch to any worker", async () => {
    const { address, conversations, held, untilEnded } = await openBoth();
    const reached = held.holdAfter(1);
    const { model } = held;
    const worker = await openWorker(address, { model });
    closing.push(() => worker.stop());
    const { thread } = await conversations.start("round-robin", { input: shortTalk() });
    await reached;
    const threads = await PostgresThreads.open(address);
    closing.push(() => threads.close());
    const stretch = String((await threads.find(thread))?.stretch?.id);
    const before = model.calls.length;
    const job = { id: stretch, name: "stretches", data: { thread, stretch }, signal: new AbortController().signal };
    const outcome = await worker.perform({ ...job, expireInSeconds: 60, heartbeatSeconds: 10, retryCount: 1 });
    expect(outcome).toEqual({ status: "completed" });
    while (model.calls.length === before) await new Promise((resolve) => setTimeout(resolve, 50));
    held.release();
    expect(await untilEnded(thread)).toMatchObject({ status: "ended" });
  }, 300_000);

  it("sets deadlines by the database's clock", async () => {
    const { conversations, work, untilEnded } = await openBoth();
    const others = ["nextTick", "performance", "hrtime", "queueMicrotask", "setImmediate", "clearImmediate"] as const;
    const timers = ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] as const;
    jest.useFakeTimers({ now: Date.now() - 600_000, doNotFake: [...others, ...timers], advanceTimers: true });
    await work();
    const input = shortTalk(["Bea"], { humanTimeoutMs: 60_000 });
    const { thread } = await conversations.start("round-robin", { input });
    for await (const event of conversations.follow(thread))
      if (event.type === "status" && event.status === "waiting") break;
    await conversations.answer(thread, "I am here.");
    expect(await untilEnded(thread)).toMatchObject({ status: "ended" });
    const { messages, warnings } = await conversations.transcript(thread);
    expect(messages.map(({ text }) => text)).toContain("I am here.");
    expect(warnings).toEqual([]);
  }, 300_000);
});

describe("a follower", () => {
  it("gets the event `stopped` before the status `ended`, even if only notifications of statuses arrive", async () => {
    const { model } = createHeldModel();
    const address = await postgres.createDatabase();
    const conversations = await openConversations(address, { queue: true, model, pollMs: 60_000 });
    closing.push(() => conversations.close());
    const worker = await startWorker(address, { model });
    closing.push(() => worker.stop());
    interceptQueries((query, sql, values) => {
      if (!sql.includes("pg_notify($1, payload)")) return query();
      const batches = values[1] as string[];
      for (const [index, batch] of batches.entries()) {
        const news = JSON.parse(batch) as [string, { readonly kind: string }][];
        batches[index] = JSON.stringify(news.filter(([, { kind }]) => kind === "status"));
      }
      return query();
    });
    const { thread } = await conversations.start("round-robin", { input: shortTalk() });
    const types: string[] = [];
    for await (const event of conversations.follow(thread)) {
      types.push(event.type);
      if (event.type === "status" && event.status === "ended") break;
    }
    expect(types).toContain("stopped");
  }, 300_000);
});

describe("a request to a worker", () => {
  const request = { operation: "rename", given: ["new"] } as const;

  async function openThreads() {
    const address = await postgres.createDatabase();
    const [asking, first] = await Promise.all([PostgresThreads.open(address), PostgresThreads.open(address)]);
    for (const threads of [asking, first]) closing.push(() => threads.close());
    await first.take("talk");
    const lock = (await asking.lockElsewhere("talk")) ?? "";
    return { asking, first, lock };
  }

  it("is answered even if the answer cannot be saved at first, and is carried out once", async () => {
    const { asking, first, lock } = await openThreads();
    let failures = 0;
    interceptQueries((query, sql) => {
      if (failures === 6 || !sql.startsWith("UPDATE rostrum_requests")) return query();
      failures += 1;
      return Promise.reject(new Error("the connection is lost"));
    });
    const asked = new Requests(asking).ask("talk", lock, request);
    const serving = new Requests(first);
    let times = 0;
    const trying = setInterval(() => {
      const act = async () => {
        times += 1;
        return "done";
      };
      serving.serve(["talk"], act).catch(() => {});
    }, 20);
    expect(await asked).toEqual({ value: "done" });
    clearInterval(trying);
    expect(times).toBe(1);
  }, 300_000);

  it("is answered even if the database does not confirm that the request was deleted", async () => {
    const { asking, first, lock } = await openThreads();
    let isLost = false;
    interceptQueries(async (query, sql) => {
      const result = await query();
      if (isLost || !sql.startsWith("DELETE FROM rostrum_requests")) return result;
      isLost = true;
      throw new Error("the connection is lost");
    });
    const asked = new Requests(asking).ask("talk", lock, request);
    const serving = new Requests(first);
    const trying = setInterval(() => void serving.serve(["talk"], async () => "done"), 20);
    expect(await asked).toEqual({ value: "done" });
    clearInterval(trying);
  });
});

describe("a connection that was dropped without being closed", () => {
  it("does not block a query forever", async () => {
    const address = await postgres.createDatabase();
    const proxy = await startCuttingProxy(address);
    closing.push(() => proxy.stop());
    const through = new URL(address);
    through.port = new URL(proxy.url).port;
    const threads = await PostgresThreads.open(through.href, 2000);
    closing.push(() => threads.close());
    expect(await threads.find("talk")).toBeUndefined();
    proxy.hold();
    const finding = threads.find("talk");
    setTimeout(() => proxy.abandon(), 200);
    expect(await finding).toBeUndefined();
  });
});
