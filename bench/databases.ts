import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openConversations } from "../src/talk/conversations/open.js";
import { startPostgres } from "../test/support/postgres.js";
import { BenchModel } from "./models.js";
import type { Figure } from "./report.js";
import { castOf } from "./ways.js";

const callMs = 200;
const turns = 3;
const many = 300;

interface Measured {
  readonly rate: number;
  /** The 95th percentile of the duration of `start`, in milliseconds. */
  readonly startMs: number;
  readonly cpuMs: number;
}

async function measure(address: string, count: number): Promise<Measured> {
  const conversations = await openConversations(address, { model: new BenchModel(callMs) });
  const startTimes: number[] = [];
  const begin = performance.now();
  const cpu = process.cpuUsage();
  const hold = async () => {
    const input = { participants: castOf(3), maxTurns: turns, seed: 1 };
    const { thread } = await conversations.start("bidding", { input });
    startTimes.push(performance.now() - begin);
    for await (const event of conversations.follow(thread)) {
      if (event.type !== "status" || event.status === "running") continue;
      if (event.status === "ended") return;
      throw new Error(`${event.status}: ${event.error?.message}`);
    }
  };
  await Promise.all(Array.from({ length: count }, hold));
  const seconds = (performance.now() - begin) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await conversations.close();
  const startMs = startTimes.toSorted((left, right) => left - right)[Math.floor(count * 0.95)] ?? Number.NaN;
  return { rate: count / seconds, startMs, cpuMs: (user + system) / 1000 / count / turns };
}

export async function measureDatabases(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-bench-"));
  const postgres = await startPostgres();
  try {
    const measureBoth = async (count: number) => {
      const sqlite = await measure(join(folder, `${count}.db`), count);
      return [sqlite, await measure(await postgres.createDatabase(), count)] as const;
    };
    await measureBoth(30);
    const [sqlite, other] = await measureBoth(many);
    const what = `${many} conversations at once`;
    return [
      { name: `${what} in SQLite (${turns} turns, ${callMs} ms a call)`, value: sqlite.rate, unit: "/s" },
      { name: `${what} in PostgreSQL`, value: other.rate, unit: "/s" },
      { name: "  of SQLite's rate", value: other.rate / sqlite.rate, unit: "", bar: { atLeast: 0.6 } },
      { name: "  started in SQLite, 95 of 100", value: sqlite.startMs, unit: "ms" },
      { name: "  started in PostgreSQL", value: other.startMs, unit: "ms" },
      { name: "  of SQLite's time", value: other.startMs / sqlite.startMs, unit: "", bar: { atMost: 2 } },
      { name: "  own CPU a turn with SQLite", value: sqlite.cpuMs, unit: "ms" },
      { name: "  own CPU a turn with PostgreSQL", value: other.cpuMs, unit: "ms" },
      { name: "  of SQLite's CPU", value: other.cpuMs / sqlite.cpuMs, unit: "", bar: { atMost: 1.6 } },
    ];
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true });
  }
}
