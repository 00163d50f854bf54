/**
 * `npm run report:lists`: measures how long it takes to list many saved conversations, some of which other processes
 * are running, and how long a process blocks while another program locks its SQLite file. Exits with 1 if a figure
 * misses its bar.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ScriptedModel } from "../src/offline/scripted-model.js";
import { LocalConversations } from "../src/talk/conversations/local/local-conversations.js";
import { openConversations } from "../src/talk/conversations/open.js";
import type { ListOptions } from "../src/talk/conversations/port/port.js";
import { openThreads } from "../src/talk/storage/open.js";
import type { ThreadRecord, Threads } from "../src/talk/storage/threads.js";
import { plainAnswer } from "../test/support/plain-answers.js";
import { startPostgres } from "../test/support/postgres.js";
import { median } from "./measure.js";
import { type Figure, isMet, showJson, showTable } from "./report.js";

const kept = 10_000;
const running = { processes: 5, each: 20 };
const repeats = 30;
const lock = { milliseconds: 8000, conversations: 5, turns: 20 };

const figures: Figure[] = [];

async function holder(...words: readonly string[]): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL("./holder.ts", import.meta.url)), words);
  await once(child, "message");
  return child;
}

const nameOf = (index: number) => `talk-${index}`;
const isRunning = (index: number) => index % (kept / (running.processes * running.each)) === 0;

function recordOf(index: number): ThreadRecord {
  const description = "Knows the harbour, and says so. ".repeat(10);
  const participants = ["Ada", "Bo", "Chen"].map((name) => ({ name, description }));
  const time = new Date(Date.UTC(2031, 0, 1) + index * 1000).toISOString();
  return {
    ...{ name: nameOf(index), mode: "bidding", title: null, turn: 6, context: {} },
    input: { topic: `Should ferry number ${index} be free?`, participants },
    state: isRunning(index) ? "running" : "ended",
    ...{ createdAt: time, updatedAt: time },
  };
}

async function timeOf(conversations: LocalConversations, options: ListOptions): Promise<number> {
  const times: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const start = performance.now();
    await conversations.list(options);
    times.push(performance.now() - start);
  }
  return median(times);
}

async function save(threads: Threads): Promise<void> {
  const indices = Array.from({ length: kept }, (_each, index) => index);
  while (indices.length > 0) await Promise.all(indices.splice(0, 500).map((index) => threads.save(recordOf(index))));
}

async function measureLists(database: string, address: string): Promise<void> {
  const threads = await openThreads(address);
  await save(threads);
  const held = Array.from({ length: kept }, (_each, index) => index).filter(isRunning);
  const holders: ChildProcess[] = [];
  for (let count = 0; count < running.processes; count += 1)
    holders.push(await holder("hold", address, ...held.splice(0, running.each).map(nameOf)));
  const conversations = new LocalConversations(threads, {});
  const countRunning = async () => (await conversations.list({ status: "running", limit: kept })).conversations.length;
  const found = await countRunning();
  const middle = await conversations.list({ limit: kept / 2 });
  const lists: Readonly<Record<string, ListOptions>> = {
    "the first page": {},
    "a page in the middle": { after: String(middle.next) },
    "the running ones": { status: "running" },
    "a search that finds one": { search: "number 4711 free" },
    "a search that finds none": { search: "tram" },
  };
  for (const [name, options] of Object.entries(lists))
    figures.push({
      name: `${database}: ${name}`,
      value: await timeOf(conversations, options),
      unit: "ms",
      bar: { below: 30 },
    });
  holders[0]?.kill("SIGKILL");
  const left = (running.processes - 1) * running.each;
  // PostgreSQL takes a moment to notice that a process has died.
  for (let look = 0; look < 100 && (await countRunning()) !== left; look += 1) await wait(100);
  const wrong = Math.abs(found - running.processes * running.each) + Math.abs((await countRunning()) - left);
  figures.push({ name: `${database}: listed with a wrong status`, value: wrong, unit: "", bar: { atMost: 0 } });
  for (const each of holders) each.kill();
  await conversations.close();
}

async function measureLock(file: string): Promise<void> {
  const conversations = await openConversations(file, { model: new ScriptedModel(plainAnswer) });
  const start = async (turns: number) => {
    const participants = ["Ada", "Bo", "Chen"].map((name) => ({ name }));
    const { thread } = await conversations.start("bidding", { input: { participants, maxTurns: turns } });
    return thread;
  };
  const ended = async (thread: string) => {
    for await (const event of conversations.follow(thread))
      if (event.type === "status" && event.status !== "running") return event.status;
    return "";
  };
  // Warms up: loads the code that later conversations use.
  await ended(await start(4));
  const threads = await Promise.all(Array.from({ length: lock.conversations }, () => start(lock.turns)));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const locking = await holder("lock", file, String(lock.milliseconds));
  delay.enable();
  const before = performance.now();
  // Stops measuring before the lock is released, because the conversations then resume, and their own work also blocks
  // the process.
  const measured = wait(lock.milliseconds - 500).then(() => delay.disable());
  await Promise.all([measured, ...threads.map(ended)]);
  const waited = performance.now() - before;
  locking.disconnect();
  const states = await Promise.all(threads.map((thread) => conversations.read(thread)));
  const turns = states.reduce((sum, { state, status }) => sum + (status === "ended" ? (state.turn ?? 0) : 0), 0);
  await conversations.close();
  const standstill = delay.max / 1e6;
  figures.push(
    { name: "a locked file: longest standstill of the process", value: standstill, unit: "ms", bar: { below: 200 } },
    {
      name: "a locked file: turns that are lost",
      value: lock.conversations * lock.turns - turns,
      unit: "",
      bar: { atMost: 0 },
    },
    // If the conversations took less time, they did not wait for the lock.
    { name: "a locked file: until all conversations ended", value: waited / 1000, unit: "s", bar: { atLeast: 5 } },
  );
}

const folder = await mkdtemp(join(tmpdir(), "rostrum-lists-"));
const postgres = await startPostgres();
try {
  await measureLists("SQLite", join(folder, "lists.db"));
  await measureLists("PostgreSQL", await postgres.createDatabase());
  await measureLock(join(folder, "locked.db"));
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true });
}
console.error(showTable(figures));
console.log(showJson(figures));
// Calls `process.exit` because the library that runs PostgreSQL resets `process.exitCode` to 0.
process.exit(figures.every(isMet) ? 0 : 1);
