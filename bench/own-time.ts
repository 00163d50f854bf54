/** What a turn costs besides the models: with a model that answers at once, all time is ours or LangGraph's. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemorySaver } from "@langchain/langgraph";
import { openCheckpointer } from "../src/index.js";
import { runBareGraph } from "./bare-graph.js";
import { runRostrum } from "./debate.js";
import { compare } from "./measure.js";
import { BenchModel } from "./models.js";
import type { Figure } from "./report.js";
import { ways } from "./ways.js";

const cases = [
  { participants: 3, turns: 100, bar: 5 },
  { participants: 10, turns: 50 },
  { participants: 100, turns: 20, bar: 25 },
];

export async function measureOwnTime(): Promise<Figure[]> {
  const model = new BenchModel();
  const folder = await mkdtemp(join(tmpdir(), "rostrum-bench-"));
  const sqlite = await openCheckpointer(join(folder, "threads.db"));
  const memory = await openCheckpointer("memory");
  // What LangGraph takes by itself, and with what it keeps conversations in: it is what all of ours comes on top of.
  const loop = "a LangGraph loop that does nothing";
  const savers = {
    [`${loop}, kept in memory`]: new MemorySaver(),
    [`${loop}, kept in SQLite`]: sqlite,
  };
  const figures: Figure[] = [];
  for (const { participants, turns, bar } of cases) {
    const contenders = {
      "kept nowhere": () => runRostrum(model, participants, turns),
      "in single pass": () => runRostrum(model, participants, turns, { bidding: ways["single pass"] }),
      "kept in memory": () => runRostrum(model, participants, turns, { checkpointer: memory }),
      "kept in SQLite": () => runRostrum(model, participants, turns, { checkpointer: sqlite }),
      [loop]: () => runBareGraph(model, participants, turns),
      ...Object.fromEntries(
        Object.entries(savers).map(([name, checkpointer]) => [
          name,
          () => runBareGraph(model, participants, turns, { checkpointer }),
        ]),
      ),
    };
    await compare(contenders, 1);
    const times = await compare(contenders, 5);
    figures.push({
      name: `own time per turn, ${participants} participants`,
      value: times["kept nowhere"] / turns,
      unit: "ms",
      ...(bar && { bar: { below: bar } }),
    });
    for (const [name, time] of Object.entries(times).slice(1)) {
      const isOurs = !name.startsWith(loop);
      figures.push({
        name: `  ${name}`,
        value: time / turns,
        unit: "ms",
        ...(bar && isOurs && { bar: { below: bar } }),
      });
    }
  }
  await rm(folder, { recursive: true, force: true });
  return figures;
}
