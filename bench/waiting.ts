/** How much less there is to wait for than in the plain loop, when every call takes 200 ms. */
import { runPlainLoop, runRostrum } from "./debate.js";
import { compare } from "./measure.js";
import { BenchModel } from "./models.js";
import type { Figure } from "./report.js";

const callMs = 200;
const turns = 3;
const cases = [
  { participants: 3, bar: 1.9 },
  { participants: 10, bar: 5 },
];

export async function measureWaiting(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { participants, bar } of cases) {
    const { rostrum, plain } = await compare(
      {
        rostrum: () => runRostrum(new BenchModel(callMs), participants, turns),
        plain: () => runPlainLoop(new BenchModel(callMs), participants, turns),
      },
      3,
    );
    figures.push({
      name: `waiting per turn at ${callMs} ms a call, ${participants} participants`,
      value: rostrum / turns,
      unit: "ms",
    });
    figures.push({ name: "  the plain loop, one call after another", value: plain / turns, unit: "ms" });
    figures.push({
      name: "  times faster than the plain loop",
      value: plain / rostrum,
      unit: "×",
      bar: { above: bar },
    });
  }
  return figures;
}
