/**
 * Measures the `selector` rule, with which a model chooses each speaker. The baseline is LangChain's client alone,
 * which makes the same calls but decides nothing.
 */
import { createRoundRobin } from "../src/graph/modes/round-robin/round-robin.js";
import { choiceAndSpeech } from "./client-alone.js";
import { withEndpoint } from "./endpoint.js";
import { compare } from "./measure.js";
import type { Figure } from "./report.js";
import { castOf } from "./ways.js";

const callMs = 200;
const turns = 4;

export async function measureChoosing(): Promise<Figure[]> {
  return withEndpoint(async (modelOf) => {
    const model = modelOf(`even-${callMs}`);
    const graph = createRoundRobin({ model }).compile();
    const figures: Figure[] = [];
    for (const participants of [3, 10, 30]) {
      const input = { participants: castOf(participants), maxTurns: turns, seed: 1, selection: { rule: "selector" } };
      let calls = 0;
      const contenders = {
        rostrum: async () => {
          const { usage } = await graph.invoke(input);
          calls = usage.reduce((sum, row) => sum + row.calls, 0);
        },
        client: async () => {
          for (let turn = 0; turn < turns; turn += 1) await choiceAndSpeech(model);
        },
      };
      // Warms up: opens connections and compiles code.
      await Promise.all(Object.values(contenders).map((contender) => contender()));
      const times = await compare(contenders, 5);
      figures.push(
        {
          name: `a model chooses, ${participants} participants: calls a turn`,
          value: calls / turns,
          unit: "",
          bar: { atMost: 2 },
        },
        { name: "  call times a turn", value: times.rostrum / turns / callMs, unit: "×" },
        { name: "  ÷ the client alone", value: times.rostrum / times.client, unit: "×", bar: { atMost: 1.08 } },
      );
    }
    return figures;
  });
}
