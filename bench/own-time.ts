/** What a turn costs besides the models: with a model that answers at once, all time is ours or LangGraph's. */
import { runBareGraph } from "./bare-graph.js";
import { runRostrum } from "./debate.js";
import { compare } from "./measure.js";
import { BenchModel } from "./models.js";
import type { Figure } from "./report.js";

const cases = [
  { participants: 3, turns: 100, bar: 5 },
  { participants: 10, turns: 50, bar: undefined },
  { participants: 100, turns: 20, bar: 40 },
];

export async function measureOwnTime(): Promise<Figure[]> {
  const model = new BenchModel();
  const figures: Figure[] = [];
  for (const { participants, turns, bar } of cases) {
    const contenders = {
      rostrum: () => runRostrum(model, participants, turns),
      bare: () => runBareGraph(model, participants, turns),
    };
    await compare(contenders, 1);
    const { rostrum, bare } = await compare(contenders, 5);
    const name = `own time per turn, ${participants} participants`;
    figures.push({ name, value: rostrum / turns, unit: "ms", ...(bar && { bar: { below: bar } }) });
    figures.push({ name: `  of which a LangGraph loop that does nothing`, value: bare / turns, unit: "ms" });
  }
  return figures;
}
