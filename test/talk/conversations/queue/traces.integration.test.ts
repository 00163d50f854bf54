/** @jest-environment ./jest.environment.js */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { trace } from "@opentelemetry/api";
import { openConversations } from "../../../../src/index.js";
import { compiled } from "../../../support/compiled.js";
import { readSpans, type WrittenSpan, writeSpansTo } from "../../../support/file-spans.js";
import { type Postgres, startPostgres } from "../../../support/postgres.js";

let postgres: Postgres;
let folder: string;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  postgres = await startPostgres();
  folder = await mkdtemp(join(tmpdir(), "rostrum-traces-"));
});

afterAll(async () => {
  for (const worker of workers) worker.kill("SIGKILL");
  await postgres.stop();
  await rm(folder, { recursive: true });
});

async function startTraced(address: string, file: string): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [compiled("test/support/traced-worker.ts"), address, file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  workers.push(worker);
  await once(worker.stdout, "data");
  return worker;
}

async function stopTraced(worker: ChildProcess): Promise<void> {
  const exited = once(worker, "exit");
  worker.kill("SIGTERM");
  await exited;
}

const runsIn = (spans: readonly WrittenSpan[]) => spans.filter(({ name }) => name === "invoke_workflow round-robin");

it("a conversation's trace is one tree, across a worker that stops, a person's answer, and another worker", async () => {
  const address = await postgres.createDatabase();
  const file = join(folder, "spans.jsonl");
  const provider = writeSpansTo(file);
  const first = await startTraced(address, file);
  const conversations = await openConversations(address, { queue: true, pollMs: 100 });
  const participants = [{ name: "Ann" }, { name: "Bea" }, { name: "Cid" }, { name: "Hana", human: true }];
  const input = { topic: "Tea?", participants, seed: 1, maxTurns: 5 };
  const { thread } = await conversations.start("round-robin", { input });
  for await (const event of conversations.follow(thread)) {
    // A speech arrives twice: when it is said, and when it is saved.
    if (event.type === "speech-end" && event.turn === 1 && "sequence" in event) {
      await stopTraced(first);
      await startTraced(address, file);
    }
    if (event.type === "status" && event.status === "waiting") break;
  }
  await trace.getTracer("test").startActiveSpan("POST /answer", async (span) => {
    await conversations.answer(thread, "Yes.");
    span.end();
  });
  for await (const event of conversations.follow(thread))
    if (event.type === "status" && event.status === "ended") break;
  await conversations.close();
  await stopTraced(workers.at(-1) as ChildProcess);
  await provider.shutdown();

  const spans = readSpans(file);
  const answer = spans.find(({ name }) => name === "POST /answer") as WrittenSpan;
  const [root, ...otherRoots] = spans.filter((span) => span.parent === undefined && span.trace !== answer.trace);
  expect(otherRoots).toEqual([]);
  expect(root).toMatchObject({ name: "start round-robin", process: process.pid });
  const tree = spans.filter((span) => span.trace === root?.trace);
  const ids = new Set(tree.map(({ id }) => id));
  for (const span of tree) if (span !== root) expect(ids).toContain(span.parent);

  const runs = runsIn(tree);
  expect(runs).toHaveLength(3);
  expect(runs).toHaveLength(runsIn(spans).length);
  expect(new Set(runs.map((run) => run.process)).size).toBe(2);
  for (const run of runs) {
    expect(tree.find(({ id }) => id === run.parent)?.name).toBe("process stretches");
    expect(run.attributes["gen_ai.conversation.id"]).toBe(thread);
    expect(run.attributes["error.type"]).toBeUndefined();
  }
  const continued = tree.find(({ name }) => name === "continue round-robin");
  expect(continued?.links).toEqual([answer.trace]);
  expect(answer.links).toEqual([root?.trace]);
  // The workers' model answers, although this process has none.
  const speeches = tree.filter(({ attributes }) => attributes["rostrum.purpose"] === "speech");
  for (const { attributes } of speeches) expect(attributes["gen_ai.provider.name"]).toBe("scripted");
  expect(speeches.map(({ attributes }) => attributes["gen_ai.agent.name"]).sort()).toEqual([
    "Ann",
    "Ann",
    "Bea",
    "Cid",
  ]);
}, 120_000);
