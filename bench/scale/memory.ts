/** Measures the heap of a worker and of the process that sends it conversations, and checks that all of these end. */
import { setTimeout as wait } from "node:timers/promises";
import { openConversations } from "../../src/talk/conversations/open.js";
import type { Postgres } from "../../test/support/postgres.js";
import { BenchModel } from "../models.js";
import type { Figure } from "../report.js";
import { heapNow } from "./process-figures.js";
import { begin, hold } from "./talks.js";
import { startWorkers } from "./workers.js";

const many = 10_000;
const early = 1000;
const atOnce = 20;
/** One in this many conversations has a follower. */
const followedEvery = 10;
const maxGrowth = 1.1;

export async function measureMemory(postgres: Postgres): Promise<Figure[]> {
  const address = await postgres.createDatabase();
  const workers = await startWorkers(address, { count: 1, callMs: 0 });
  const conversations = await openConversations(address, { model: new BenchModel(), queue: true });
  const states = async (): Promise<Record<string, number>> => {
    const sql = "SELECT state, count(*)::integer AS count FROM rostrum_threads GROUP BY state";
    const rows = (await postgres.query(address, sql)) as { state: string; count: number }[];
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  };
  const following: Promise<unknown>[] = [];
  const run = async (from: number, total: number) => {
    let next = from;
    const send = async () => {
      for (let number = next++; number < total; number = next++) {
        if (number % followedEvery === 0) following.push(hold(conversations, 1));
        else await begin(conversations, 1);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, send));
    await Promise.all(following.splice(0));
    for (let counts = await states(); counts["queued"] || counts["running"]; counts = await states()) await wait(500);
  };
  await run(0, early);
  const [worker = Number.NaN] = await workers.heaps();
  const sender = await heapNow();
  await run(early, many);
  const [workerAfter = Number.NaN] = await workers.heaps();
  const senderAfter = await heapNow();
  const { ended = 0 } = await states();
  await conversations.close();
  await workers.stop();
  const growth = { unit: "×", bar: { atMost: maxGrowth } } as const;
  return [
    { name: `of ${many} conversations, ended`, value: ended, unit: "", bar: { atLeast: many, atMost: many } },
    { name: `the worker's heap after ${early} conversations`, value: worker / 1e6, unit: "MB" },
    { name: `  after ${many}, ÷ after ${early}`, value: workerAfter / worker, ...growth },
    { name: `the sender's heap after ${early} conversations`, value: sender / 1e6, unit: "MB" },
    { name: `  after ${many}, ÷ after ${early}`, value: senderAfter / sender, ...growth },
  ];
}
