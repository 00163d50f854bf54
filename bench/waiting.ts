/**
 * Measures the time to a turn's first word and the duration of a turn. Compares the duration with the time that
 * LangChain's client alone takes for comparable calls, and with the duration of a turn in a plain loop.
 */
import { doublePass, singlePass } from "./client-alone.js";
import { runPlainLoop } from "./debate.js";
import { withEndpoint } from "./endpoint.js";
import { compare, median } from "./measure.js";
import type { Figure } from "./report.js";
import { castOf, hold, type Talk, type Way, ways } from "./ways.js";

const callMs = 200;
const turns = 4;

/** For each way, the client's calls that it is compared with, and the maximum ratio of the two durations. */
const comparisons = {
  "double pass": { alone: "double pass", atMost: 1.08 },
  "single pass": { alone: "single pass", atMost: 1.08 },
  // The limit is higher because each turn makes one call more than in single pass: a speech, alongside the bids.
  "double pass with speculation": { alone: "single pass", atMost: 1.15 },
} as const satisfies Readonly<Record<Way, { readonly alone: string; readonly atMost: number }>>;

export async function measureWaiting(): Promise<Figure[]> {
  return withEndpoint(async (modelOf) => {
    const model = modelOf(`even-${callMs}`);
    const figures: Figure[] = [];
    for (const participants of [3, 10, 30]) {
      const input = { participants: castOf(participants), maxTurns: turns, seed: 1 };
      const talks = new Map<Way, Talk[]>();
      const holding = (way: Way) => async () => {
        const talk = await hold({ model }, { ...input, bidding: ways[way] });
        talks.set(way, [...(talks.get(way) ?? []), talk]);
      };
      const names = Object.keys(ways) as Way[];
      const ours = Object.fromEntries(names.map((way) => [way, holding(way)])) as Record<Way, () => Promise<void>>;
      const clientBegan: number[] = [];
      const client = {
        // Makes as many turns as the conversation, so a slow moment has the same weight in both.
        "client: single pass": async () => {
          for (let turn = 0; turn < turns; turn += 1) clientBegan.push(await singlePass(model, participants));
        },
        "client: double pass": async () => {
          for (let turn = 0; turn < turns; turn += 1) await doublePass(model, participants);
        },
      };
      // Opens connections and compiles code before the timing starts.
      await Promise.all([...Object.values(ours), ...Object.values(client)].map((contender) => contender()));
      talks.clear();
      clientBegan.length = 0;
      const { plain } = await compare({ plain: () => runPlainLoop(model, participants, 1) }, 1);
      const times = await compare({ ...ours, ...client }, 5);
      for (const way of names) {
        const { alone, atMost } = comparisons[way];
        const words = talks.get(way)?.flatMap(({ toFirstWord }) => toFirstWord) ?? [];
        figures.push(
          {
            name: `${way}, ${participants} participants: call times a turn`,
            value: times[way] / turns / callMs,
            unit: "×",
          },
          { name: "  call times to the first word", value: median(words) / callMs, unit: "×" },
          { name: "  ÷ the client alone", value: times[way] / times[`client: ${alone}`], unit: "×", bar: { atMost } },
          { name: "  times faster than the plain loop", value: plain / (times[way] / turns), unit: "×" },
        );
      }
      figures.push(
        { name: `the plain loop, ${participants} participants: call times a turn`, value: plain / callMs, unit: "×" },
        { name: "the client alone, double pass", value: times["client: double pass"] / turns / callMs, unit: "×" },
        { name: "the client alone, single pass", value: times["client: single pass"] / turns / callMs, unit: "×" },
        { name: "  until all answers have started", value: median(clientBegan) / callMs, unit: "×" },
      );
      const transcripts = new Set([...talks.values()].flat().map(({ lines }) => lines.join("\n")));
      figures.push({ name: "  different transcripts", value: transcripts.size, unit: "", bar: { atMost: 1 } });
    }
    return figures;
  });
}
