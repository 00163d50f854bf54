import { openConversations } from "../../src/talk/conversations/open.js";
import type { Postgres } from "../../test/support/postgres.js";
import { BenchModel } from "../models.js";
import type { Figure } from "../report.js";
import { cpuOf, figuresOf, type Measured, measured, medians } from "./measured.js";
import { callMs, hold, turns } from "./talks.js";
import { startWorkers } from "./workers.js";

const many = 200;
const rounds = 3;
const concurrency = 100;
/**
 * For each number of workers, the limits relative to a single process. They assume two cores, which the workers share
 * with the followers and the database.
 */
const bars = {
  1: { rate: 0.55, cpu: 2 },
  2: { rate: 0.6, cpu: 2.2 },
  4: { rate: 0.5, cpu: 2.6 },
} as const;

export async function measureRate(postgres: Postgres, count: number): Promise<Measured> {
  const address = await postgres.createDatabase();
  const workers = await startWorkers(address, { count, concurrency });
  const conversations = await openConversations(address, { model: new BenchModel(callMs), queue: count > 0 });
  const holdAll = (each: number, maxTurns?: number) =>
    Promise.all(Array.from({ length: each }, () => hold(conversations, maxTurns)));
  // Warms up: compiles the graphs and opens the connections.
  await holdAll(10 * Math.max(1, count), 1);
  const result = await measured(postgres, { address, workers }, many, () => holdAll(many));
  await conversations.close();
  await workers.stop();
  return result;
}

export async function measureRates(postgres: Postgres): Promise<Figure[]> {
  const all: Record<0 | keyof typeof bars, Measured[]> = { 0: [], 1: [], 2: [], 4: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const count of [0, 1, 2, 4] as const) all[count].push(await measureRate(postgres, count));
  const alone = medians(all[0]);
  const what = `${many} conversations at once (${turns} turns, ${callMs} ms a call)`;
  return [
    ...figuresOf(`${what}, this process`, alone),
    ...([1, 2, 4] as const).flatMap((count): Figure[] => {
      const figures = medians(all[count]);
      const { rate, cpu } = bars[count];
      return [
        ...figuresOf(`${what}, workers: ${count}`, figures),
        { name: "  rate ÷ this process", value: figures.rate / alone.rate, unit: "×", bar: { atLeast: rate } },
        { name: "  CPU ÷ this process", value: cpuOf(figures) / cpuOf(alone), unit: "×", bar: { atMost: cpu } },
      ];
    }),
  ];
}
