/** Measures the cost of the notifications that workers send to followers. */
import { setTimeout as wait } from "node:timers/promises";
import { openConversations } from "../../src/talk/conversations/open.js";
import type { Postgres } from "../../test/support/postgres.js";
import { BenchModel } from "../models.js";
import type { Figure } from "../report.js";
import { cpuOf, figuresOf, type Measured, measured, medians } from "./measured.js";
import { begin, callMs, hold } from "./talks.js";
import { startWorkers } from "./workers.js";

const many = 200;
const count = 2;
const rounds = 3;

const ways = {
  "no news, nobody follows": { isSilent: true, isFollowed: false },
  "news, nobody follows": { isSilent: false, isFollowed: false },
  "no news, all are followed": { isSilent: true, isFollowed: true },
  "news, all are followed": { isSilent: false, isFollowed: true },
} as const;
type Way = keyof typeof ways;

/** The maximum CPU time, relative to the CPU time without notifications and followers. */
const bars: Partial<Record<Way, number>> = { "news, nobody follows": 1.15, "news, all are followed": 1.6 };

async function measure(postgres: Postgres, way: Way): Promise<Measured> {
  const { isSilent, isFollowed } = ways[way];
  const address = await postgres.createDatabase();
  const workers = await startWorkers(address, { count, concurrency: 100, isSilent });
  const conversations = await openConversations(address, { model: new BenchModel(callMs), queue: true });
  const run = async (length: number) => {
    await Promise.all(Array.from({ length }, async () => (isFollowed ? hold(conversations) : begin(conversations))));
    for (const status of ["queued", "running"] as const)
      while ((await conversations.list({ status, limit: 1 })).conversations.length > 0) await wait(100);
  };
  await run(20);
  const result = await measured(postgres, { address, workers }, many, () => run(many));
  await conversations.close();
  await workers.stop();
  return result;
}

export async function measureNews(postgres: Postgres): Promise<Figure[]> {
  const names = Object.keys(ways) as Way[];
  const all = new Map<Way, Measured[]>(names.map((way) => [way, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const way of names) all.get(way)?.push(await measure(postgres, way));
  const cpu = cpuOf(medians(all.get("no news, nobody follows") ?? []));
  return names.flatMap((way): Figure[] => {
    const figures = medians(all.get(way) ?? []);
    const atMost = bars[way];
    return [
      ...figuresOf(`${many} conversations at once, workers: ${count}, ${way}`, figures),
      {
        name: "  CPU ÷ no news, nobody follows",
        value: cpuOf(figures) / cpu,
        unit: "×",
        ...(atMost !== undefined && { bar: { atMost } }),
      },
    ];
  });
}
