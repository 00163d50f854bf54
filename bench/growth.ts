/** Measures how much time and storage a turn takes as a conversation in SQLite grows longer. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createBidding } from "../src/graph/modes/bidding/bidding.js";
import { openCheckpointer } from "../src/talk/storage/open.js";
import { median } from "./measure.js";
import { BenchModel } from "./models.js";
import type { Figure } from "./report.js";
import { castOf, type Way, ways } from "./ways.js";

const turns = 1000;
const config = { configurable: { thread_id: "long" } };

/**
 * A single turn is too short to time, and the database grows only by whole pages, so each figure is an average over a
 * range of turns.
 */
const spans = { 10: [5, 15], 100: [90, 110], 1000: [980, 1000] } as const;

const perTurn = (at: readonly number[]) => (from: number, to: number) =>
  ((at[to] ?? Number.NaN) - (at[from] ?? Number.NaN)) / (to - from);

async function grow(file: string, way: Way) {
  const checkpointer = await openCheckpointer(file);
  const graph = createBidding({ model: new BenchModel() }).compile({ checkpointer });
  const database = new DatabaseSync(file, { readOnly: true });
  const pragma = (name: string) => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
  const sizeOf = () => pragma("page_count") * pragma("page_size");
  const times: number[] = [performance.now()];
  const sizes: number[] = [sizeOf()];
  const input = { participants: castOf(3), maxTurns: turns, seed: 1, bidding: ways[way] };
  for await (const event of await graph.stream(input, { ...config, streamMode: "custom" }))
    if ((event as { type: string }).type === "speech-end") {
      times.push(performance.now());
      sizes.push(sizeOf());
    }
  const start = performance.now();
  const { values } = await graph.getState(config);
  const read = performance.now() - start;
  if (values.messages.length !== turns + 1) throw new Error(`${values.messages.length} messages were saved`);
  const bytes = sizeOf();
  database.close();
  await checkpointer.close();
  return { bytes, read, pace: perTurn(times), weight: perTurn(sizes) };
}

async function growAll(rounds: number) {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-growth-"));
  const names = Object.keys(ways) as Way[];
  try {
    const grown = names.map((way) => ({ way, talks: [] as Awaited<ReturnType<typeof grow>>[] }));
    for (let round = 0; round < rounds; round += 1)
      for (const { way, talks } of grown) talks.push(await grow(join(folder, `${way}-${round}.db`), way));
    return grown;
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function measureGrowth(): Promise<Figure[]> {
  return (await growAll(5)).flatMap(({ way, talks }) => {
    const middle = (figureOf: (talk: (typeof talks)[number]) => number) => median(talks.map(figureOf));
    const figures = Object.entries(spans).flatMap(([turn, [from, to]]) => [
      {
        name: `${way}, 3 participants, saved in SQLite: turn ${turn}`,
        value: middle(({ pace }) => pace(from, to)),
        unit: "ms",
      },
      { name: "  what it adds", value: middle(({ weight }) => weight(from, to)) / 1000, unit: "kB" },
    ]);
    const slower = middle(({ pace }) => pace(turns - 100, turns) / pace(10, 110));
    return [
      ...figures,
      { name: "  turns 900 to 1,000 ÷ turns 10 to 110", value: slower, unit: "×", bar: { below: 2 } },
      // The speeches alone take 0.26 MB.
      { name: "  all 1,000 turns", value: middle(({ bytes }) => bytes) / 1e6, unit: "MB", bar: { below: 18 } },
      {
        name: "  reading them back ÷ one of the turns 10 to 110",
        value: middle(({ read, pace }) => read / pace(10, 110)),
        unit: "×",
      },
    ];
  });
}
