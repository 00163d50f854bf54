/** Measures the time from `start` to the first word at half load, with workers and in a single process. */
import { openConversations } from "../../src/talk/conversations/open.js";
import type { Postgres } from "../../test/support/postgres.js";
import { BenchModel } from "../models.js";
import type { Figure } from "../report.js";
import { measureRate } from "./rates.js";
import { callMs, hold, holdAtRate, percentile95 } from "./talks.js";
import { startWorkers } from "./workers.js";

const workers = 2;
const many = 100;
const rounds = 2;

async function measure(postgres: Postgres, isQueued: boolean, rate: number): Promise<number[]> {
  const address = await postgres.createDatabase();
  const started = await startWorkers(address, { count: isQueued ? workers : 0 });
  const conversations = await openConversations(address, { model: new BenchModel(callMs), queue: isQueued });
  await Promise.all(Array.from({ length: 20 }, () => hold(conversations, 1)));
  const times = await holdAtRate(conversations, many, rate);
  await conversations.close();
  await started.stop();
  return times;
}

export async function measureFirstWord(postgres: Postgres): Promise<Figure[]> {
  const rate = (await measureRate(postgres, workers)).rate / 2;
  const times: Record<"alone" | "queued", number[]> = { alone: [], queued: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.alone.push(...(await measure(postgres, false, rate)));
    times.queued.push(...(await measure(postgres, true, rate)));
  }
  const [alone, queued] = [percentile95(times.alone), percentile95(times.queued)];
  return [
    { name: `half the rate of ${workers} workers`, value: rate, unit: "/s" },
    { name: "  to the first word in this process, 95 of 100", value: alone, unit: "ms" },
    { name: "  to the first word with workers", value: queued, unit: "ms" },
    { name: "  minus 100 ms, ÷ this process", value: (queued - 100) / alone, unit: "×", bar: { atMost: 1.5 } },
  ];
}
