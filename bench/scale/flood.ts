/** Measures the time to the first word for one tenant while another floods the queue. */
import { openConversations } from "../../src/talk/conversations/open.js";
import type { Postgres } from "../../test/support/postgres.js";
import { BenchModel } from "../models.js";
import type { Figure } from "../report.js";
import { begin, hold, holdAtRate, percentile95 } from "./talks.js";
import { startWorkers } from "./workers.js";

const flooding = 5000;
const many = 60;
/** The second tenant's conversations per second. They need fewer of the worker's places than the flood leaves free. */
const rate = 1;

export async function measureFlood(postgres: Postgres): Promise<Figure[]> {
  const address = await postgres.createDatabase();
  const workers = await startWorkers(address, { count: 1 });
  const conversations = await openConversations(address, { model: new BenchModel(), queue: true });
  const [ada, bo] = [conversations.as("ada"), conversations.as("bo")];
  await Promise.all(Array.from({ length: 20 }, () => hold(bo, 1)));
  const before = percentile95(await holdAtRate(bo, many, rate));
  for (let sent = 0; sent < flooding; sent += 50) await Promise.all(Array.from({ length: 50 }, () => begin(ada)));
  const during = percentile95(await holdAtRate(bo, many, rate));
  const { conversations: left } = await ada.list({ status: "queued", limit: 1 });
  if (left.length === 0) throw new Error("the flood was over too soon");
  await conversations.close();
  await workers.stop();
  return [
    { name: `to the first word alone, 95 of 100 (${rate} conversations a second)`, value: before, unit: "ms" },
    { name: `  while another tenant has ${flooding} conversations in the queue`, value: during, unit: "ms" },
    { name: "  ÷ alone", value: during / before, unit: "×", bar: { atMost: 2 } },
  ];
}
