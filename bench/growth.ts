/** How a long conversation grows: 1,000 turns with every step saved, in our file and in LangGraph's plain one. */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { createBidding, openCheckpointer } from "../src/index.js";
import { BenchModel } from "./models.js";

const turns = 1000;
const config = { configurable: { thread_id: "long" } };

export interface Growth {
  /** Megabytes on disk. */
  readonly size: number;
  /** Milliseconds a turn near the beginning, and at the end. */
  readonly early: number;
  readonly late: number;
  /** Milliseconds to read the whole state back. */
  readonly read: number;
}

/** Milliseconds a turn between two turns. */
const pace = (times: readonly number[], from: number, to: number) =>
  ((times[to] ?? 0) - (times[from] ?? 0)) / (to - from);

async function grow(checkpointer: BaseCheckpointSaver, file: string, count: number): Promise<Growth> {
  const graph = createBidding({ model: new BenchModel() }).compile({ checkpointer });
  const cast = ["Ann", "Bea", "Cid"].map((name) => ({ name }));
  const times: number[] = [performance.now()];
  const input = { participants: cast, maxTurns: count, seed: 1 };
  for await (const event of await graph.stream(input, { ...config, streamMode: "custom" }))
    if ((event as { type: string }).type === "speech-ends") times.push(performance.now());
  const start = performance.now();
  const { values } = await graph.getState(config);
  const read = performance.now() - start;
  if (values.messages.length !== count + 1) throw new Error(`${values.messages.length} messages were kept`);
  const { size } = await stat(file);
  const late = pace(times, count - 100, count);
  return { size: size / 1e6, early: pace(times, 10, 110), late, read };
}

export async function measureGrowth() {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-growth-"));
  try {
    const file = join(folder, "ours.db");
    const ours = await openCheckpointer(`sqlite:${file}`);
    const grown = await grow(ours, file, turns);
    console.error("ours", grown);
    await ours.close();
    const plainFile = join(folder, "plain.db");
    const plain = SqliteSaver.fromConnString(plainFile);
    console.error("plain", await grow(plain, plainFile, turns));
  } finally {
    await rm(folder, { recursive: true });
  }
}
await measureGrowth();
