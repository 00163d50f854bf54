/** Compares Rostrum's own time per turn with that of a plain LangGraph graph. The model answers immediately. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemorySaver } from "@langchain/langgraph";
import { openCheckpointer } from "../src/talk/storage/open.js";
import { runBareGraph } from "./bare-graph.js";
import { runRostrum } from "./debate.js";
import { compare } from "./measure.js";
import { BenchModel } from "./models.js";
import type { Figure } from "./report.js";
import { ways } from "./ways.js";

const cases = [
  { participants: 3, turns: 100, atMost: 2 },
  { participants: 10, turns: 50 },
  { participants: 100, turns: 20, atMost: 0.8 },
];

export async function measureOwnTime(): Promise<Figure[]> {
  const model = new BenchModel();
  const folder = await mkdtemp(join(tmpdir(), "rostrum-bench-"));
  const sqlite = await openCheckpointer(join(folder, "threads.db"));
  const memory = await openCheckpointer("memory");
  const plainMemory = new MemorySaver();
  const figures: Figure[] = [];
  for (const { participants, turns, atMost } of cases) {
    const contenders = {
      "bare loop": () => runBareGraph(model, participants, turns),
      "bare loop, saved in memory": () => runBareGraph(model, participants, turns, { checkpointer: plainMemory }),
      "double pass": () => runRostrum(model, participants, turns),
      "single pass": () => runRostrum(model, participants, turns, { bidding: ways["single pass"] }),
      "double pass, saved in memory": () => runRostrum(model, participants, turns, { checkpointer: memory }),
      "double pass, saved in SQLite": () => runRostrum(model, participants, turns, { checkpointer: sqlite }),
    };
    await compare(contenders, 1);
    const times = await compare(contenders, 5);
    for (const [name, time] of Object.entries(times))
      figures.push({ name: `${name}, ${participants} participants: own time a turn`, value: time / turns, unit: "ms" });
    figures.push({
      name: `double pass ÷ bare loop, ${participants} participants`,
      value: times["double pass"] / times["bare loop"],
      unit: "×",
      ...(atMost && { bar: { atMost } }),
    });
  }
  await sqlite.close();
  await rm(folder, { recursive: true, force: true });
  return figures;
}
