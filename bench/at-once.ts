import { runRostrum } from "./debate.js";
import { BenchModel } from "./models.js";
import type { Figure } from "./report.js";

const callMs = 200;
const turns = 3;
const participants = 3;

export async function measureAtOnce(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const many of [1, 100, 1000]) {
    const model = new BenchModel(callMs);
    const start = performance.now();
    const before = process.memoryUsage().heapUsed;
    const running = Array.from({ length: many }, () => runRostrum(model, participants, turns));
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().heapUsed);
    }, 50);
    await Promise.all(running);
    clearInterval(watch);
    const seconds = (performance.now() - start) / 1000;
    figures.push({
      name: `conversations a second, ${many} at once (${turns} turns, ${callMs} ms a call)`,
      value: many / seconds,
      unit: "/s",
    });
    if (many > 1)
      figures.push({
        name: "  peak heap per conversation, including garbage",
        value: Math.max(0, most - before) / many / 1024,
        unit: "KiB",
      });
  }
  return figures;
}
