import { expect, it } from "@jest/globals";
import { measuresHandler } from "../../../src/apps/web/measures.js";
import { openConversations } from "../../../src/index.js";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { type Measured, RunCounts } from "../../../src/talk/conversations/measures/measures.js";
import { createApp } from "../../../src/web.js";
import { inputFor } from "../../support/any-mode.js";
import { plainAnswer } from "../../support/plain-answers.js";

function samplesOf(text: string): Record<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(lines.map((line) => line.split(" ")).map(([name, value]) => [name, Number(value)]));
}

const get = (path: string) => new Request(`http://localhost${path}`, { headers: { host: "localhost" } });

const worker: Measured = {
  isStopping: false,
  measure: async () => ({
    running: 5,
    places: 20,
    counts: { turns: 7, calls: 9, inputTokens: 90, outputTokens: 30, money: 0.5, ends: { ended: 2, failed: 1 } },
    queue: { ready: 3, oldestReadySeconds: 4, deferred: 1, active: 5, failed: 0 },
  }),
};

it("the metrics count the turns, calls and costs of the process's runs, and how the runs ended", async () => {
  const conversations = await openConversations("memory", { model: new ScriptedModel(plainAnswer) });
  const app = createApp(conversations);
  const start = async (input: object) => {
    const { thread } = await conversations.start("round-robin", { input: { ...inputFor("round-robin"), ...input } });
    for await (const event of conversations.follow(thread))
      if (event.type === "status" && event.status === "ended") return thread;
    return thread;
  };
  const thread = await start({ maxTurns: 3 });
  await start({ maxTurns: 2 });
  const samples = samplesOf(await (await app.request(get("/metrics"))).text());
  const { usage } = (await conversations.read(thread)).state as { usage: { calls: number }[] };
  expect(usage.map(({ calls }) => calls)).toEqual([1, 1, 1]);
  expect(samples).toMatchObject({
    rostrum_conversations_running: 0,
    rostrum_turns_total: 5,
    rostrum_model_calls_total: 5,
    'rostrum_tokens_total{direction="input"}': 50,
    rostrum_cost_total: 0,
    'rostrum_runs_total{status="ended"}': 2,
  });
  expect(samples['rostrum_tokens_total{direction="output"}']).toBeGreaterThan(50);
  expect(samples).not.toHaveProperty("rostrum_queue_ready");
  expect((await app.request(get("/health"))).status).toBe(200);
  await conversations.close();
  const closed = await app.request(get("/health"));
  expect([closed.status, await closed.json()]).toEqual([503, { status: "stopping" }]);
});

it("the metrics exclude the turns that a fork into another mode copies", async () => {
  const conversations = await openConversations("memory", { model: new ScriptedModel(plainAnswer) });
  const end = async (thread: string) => {
    for await (const event of conversations.follow(thread))
      if (event.type === "status" && event.status === "ended") return;
  };
  const { thread } = await conversations.start("bidding", { input: inputFor("bidding", { maxTurns: 3 }) });
  await end(thread);
  const fork = await conversations.fork(thread, { turn: 3, mode: "round-robin", changes: { maxTurns: 2 } });
  await conversations.resume(fork);
  await end(fork);
  const samples = samplesOf(await (await createApp(conversations).request(get("/metrics"))).text());
  expect(samples).toMatchObject({ rostrum_turns_total: 5, 'rostrum_runs_total{status="ended"}': 2 });
  await conversations.close();
});

it("the metrics count tokens only once if the provider's figures replace an estimate", () => {
  const counts = new RunCounts();
  const row = { purpose: "speech", participant: "Ann", model: "m", calls: 1, uncounted: 0, outputTokens: 0 } as const;
  const save = (inputTokens: number, estimate: number) => {
    const usage = [{ ...row, inputTokens, estimated: { inputTokens: estimate, outputTokens: 0 } }];
    counts.save("talk", { usage, prices: { m: { input: 1e6, output: 0 } } });
  };
  counts.begin("talk", {});
  save(0, 10);
  save(4, 0);
  save(4, 10);
  save(14, 0);
  expect(counts.counts).toMatchObject({ calls: 1, inputTokens: 14, money: 14 });
});

it("the metrics show how many conversations a worker can run, and its queue", async () => {
  const text = await (await measuresHandler(worker)(get("/metrics"))).text();
  expect(samplesOf(text)).toMatchObject({
    rostrum_worker_places: 20,
    rostrum_worker_busy_ratio: 0.25,
    rostrum_queue_ready: 3,
    rostrum_queue_oldest_ready_seconds: 4,
    rostrum_queue_active: 5,
    'rostrum_runs_total{status="failed"}': 1,
  });
  for (const name of Object.keys(samplesOf(text)).map((each) => each.replace(/\{.*/, ""))) {
    expect(text).toContain(`# HELP ${name} `);
    expect(text).toContain(`# TYPE ${name} ${name.endsWith("_total") ? "counter" : "gauge"}`);
  }
});

it("the handler reports an unhealthy worker without the reason, and serves no other path", async () => {
  const broken: Measured = { isStopping: false, measure: () => Promise.reject(new Error("password wrong")) };
  const health = await measuresHandler(broken)(get("/health"));
  expect([health.status, await health.json()]).toEqual([503, { status: "unreachable" }]);
  expect((await measuresHandler(broken)(get("/metrics"))).status).toBe(503);
  expect((await measuresHandler({ ...worker, isStopping: true })(get("/health"))).status).toBe(503);
  expect((await measuresHandler(worker)(get("/health"))).status).toBe(200);
  expect((await measuresHandler(worker)(get("/"))).status).toBe(404);
});
