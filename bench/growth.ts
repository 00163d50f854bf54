/** How a long conversation grows: what its 10th, 100th and 1,000th turn take with every step saved, beside LangGraph's MemorySaver. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph-checkpoint";
import { createBidding } from "../src/index.js";
import { SqliteCheckpointer } from "../src/storage/sqlite-checkpointer.js";
import { BenchModel } from "./models.js";
import type { Figure } from "./report.js";
import { castOf, type Way, ways } from "./ways.js";

const turns = 1000;
const config = { configurable: { thread_id: "long" } };

/** The turns that each of the three is measured by: one alone is too short for a clock, and for a database's pages. */
const spans = { 10: [5, 15], 100: [90, 110], 1000: [980, 1000] } as const;

interface Growth {
  readonly bytes: number;
  /** Milliseconds a turn, between two turns. */
  readonly pace: (from: number, to: number) => number;
  /** Bytes a turn, between two turns. */
  readonly weight: (from: number, to: number) => number;
  /** Milliseconds to read the whole state back. */
  readonly read: number;
}

/** Between two moments, for each turn. */
const perTurn = (at: readonly number[]) => (from: number, to: number) =>
  ((at[to] ?? Number.NaN) - (at[from] ?? Number.NaN)) / (to - from);

/** The size of a database, the free pages in it included. */
const sizeOf = ({ file }: SqliteCheckpointer) =>
  file.all<{ size: number }>("SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size")[0]
    ?.size ?? 0;

async function grow(checkpointer: BaseCheckpointSaver, sizeOf: () => number, way: Way): Promise<Growth> {
  const graph = createBidding({ model: new BenchModel() }).compile({ checkpointer });
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
  if (values.messages.length !== turns + 1) throw new Error(`${values.messages.length} messages were kept`);
  return { bytes: sizeOf(), pace: perTurn(times), weight: perTurn(sizes), read };
}

export async function measureGrowth(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-growth-"));
  const figures: Figure[] = [];
  try {
    const slower = ({ pace }: Growth) => pace(turns - 100, turns) / pace(10, 110);
    const megabytes = ({ bytes }: Growth) => bytes / 1e6;
    for (const way of Object.keys(ways) as Way[]) {
      const checkpointer = new SqliteCheckpointer(join(folder, `${way}.db`));
      const ours = await grow(checkpointer, () => sizeOf(checkpointer), way);
      await checkpointer.close();
      for (const [turn, [from, to]] of Object.entries(spans))
        figures.push(
          { name: `${way}, 3 participants, kept in SQLite: turn ${turn}`, value: ours.pace(from, to), unit: "ms" },
          { name: "  what it adds", value: ours.weight(from, to) / 1000, unit: "kB" },
        );
      const isUsual = way === "double pass";
      figures.push(
        { name: "  turns 900 to 1,000 against turns 10 to 110", value: slower(ours), unit: "×", bar: { below: 2 } },
        { name: "  all 1,000 turns", value: megabytes(ours), unit: "MB", ...(isUsual && { bar: { below: 15 } }) },
        { name: "  reading them back", value: ours.read, unit: "ms", ...(isUsual && { bar: { below: 100 } }) },
      );
    }
    // Last, since what it leaves in memory is collected for a while after.
    const memory = new MemorySaver();
    let [bytes, counted] = [0, 0];
    const storedBytes = () => {
      const checkpoints = Object.values(memory.storage[config.configurable.thread_id]?.[""] ?? {});
      for (const [checkpoint] of checkpoints.slice(counted)) bytes += checkpoint.length;
      counted = checkpoints.length;
      return bytes;
    };
    const plain = await grow(memory, storedBytes, "double pass");
    for (const [turn, [from, to]] of Object.entries(spans))
      figures.push(
        { name: `LangGraph's own MemorySaver, double pass: turn ${turn}`, value: plain.pace(from, to), unit: "ms" },
        { name: "  what it adds", value: plain.weight(from, to) / 1000, unit: "kB" },
      );
    figures.push(
      { name: "  turns 900 to 1,000 against turns 10 to 110", value: slower(plain), unit: "×" },
      { name: "  all 1,000 turns", value: megabytes(plain), unit: "MB" },
      { name: "  reading them back", value: plain.read, unit: "ms" },
    );
    return figures;
  } finally {
    await rm(folder, { recursive: true });
  }
}
