/** How a long conversation grows: 1,000 turns with every step saved, in our file and in LangGraph's plain one. */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { createBidding, openCheckpointer } from "../src/index.js";
import { openLastingDatabase } from "../src/persistence/lasting-database.js";
import { BenchModel } from "./models.js";
import type { Figure } from "./report.js";

const turns = 1000;
const config = { configurable: { thread_id: "long" } };

interface Growth {
  readonly megabytes: number;
  /** Milliseconds a turn, between two turns. */
  readonly pace: (from: number, to: number) => number;
  /** Milliseconds to read the whole state back. */
  readonly read: number;
}

async function grow(checkpointer: BaseCheckpointSaver, file: string): Promise<Growth> {
  const graph = createBidding({ model: new BenchModel() }).compile({ checkpointer });
  const participants = ["Ann", "Bea", "Cid"].map((name) => ({ name }));
  const times: number[] = [performance.now()];
  const input = { participants, maxTurns: turns, seed: 1 };
  for await (const event of await graph.stream(input, { ...config, streamMode: "custom" }))
    if ((event as { type: string }).type === "speech-ends") times.push(performance.now());
  const start = performance.now();
  const { values } = await graph.getState(config);
  const read = performance.now() - start;
  if (values.messages.length !== turns + 1) throw new Error(`${values.messages.length} messages were kept`);
  const { size } = await stat(file);
  return {
    megabytes: size / 1e6,
    pace: (from, to) => ((times[to] ?? 0) - (times[from] ?? 0)) / (to - from),
    read,
  };
}

export async function measureGrowth(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-growth-"));
  try {
    const file = join(folder, "ours.db");
    const checkpointer = await openCheckpointer(`sqlite:${file}`);
    const ours = await grow(checkpointer, file);
    await checkpointer.close();
    const plainFile = join(folder, "plain.db");
    // Held like ours: some versions of Node end where a database or a statement is collected.
    const plain = await grow(new SqliteSaver(openLastingDatabase(plainFile)), plainFile);
    const slower = ({ pace }: Growth) => pace(turns - 100, turns) / pace(10, 110);
    return [
      { name: "file after 1,000 turns, 3 participants", value: ours.megabytes, unit: "MB", bar: { below: 15 } },
      { name: "  with LangGraph's own SqliteSaver", value: plain.megabytes, unit: "MB" },
      { name: "turns 900 to 1,000 against turns 10 to 110", value: slower(ours), unit: "×", bar: { below: 2 } },
      { name: "  with LangGraph's own SqliteSaver", value: slower(plain), unit: "×" },
      { name: "a turn at the end, every step saved", value: ours.pace(turns - 100, turns), unit: "ms" },
      { name: "  with LangGraph's own SqliteSaver", value: plain.pace(turns - 100, turns), unit: "ms" },
      { name: "reading 1,000 turns back", value: ours.read, unit: "ms", bar: { below: 100 } },
      { name: "  with LangGraph's own SqliteSaver", value: plain.read, unit: "ms" },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}
