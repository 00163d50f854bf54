/** How long one waits for a turn, and for its first word, when every call takes 200 ms and streams over HTTP. */
import { doublePass, singlePass } from "./client-alone.js";
import { runPlainLoop } from "./debate.js";
import { withEndpoint } from "./endpoint.js";
import { compare, median } from "./measure.js";
import type { Figure } from "./report.js";
import { castOf, hold, type Talk, type Way, ways } from "./ways.js";

const callMs = 200;
const turns = 4;

/** The most call times that a turn may take. */
const mostCalls: Readonly<Record<Way, number>> = {
  "double pass": 2.15,
  "double pass with head start": 1.15,
  "single pass": 1.15,
};
const mostToFirstWord = 0.35;
/** How many times faster than the plain loop each way is to be, by how many take part. */
const fasterThanPlain: Readonly<Partial<Record<Way, Readonly<Record<number, number>>>>> = {
  "double pass": { 3: 1.9, 10: 5 },
  "single pass": { 3: 3.5, 10: 9 },
};

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
      const contenders = Object.fromEntries(names.map((way) => [way, holding(way)])) as Record<
        Way,
        () => Promise<void>
      >;
      // Connections are opened, and code is compiled, before anything is timed.
      await Promise.all(names.map((way) => contenders[way]()));
      talks.clear();
      const firstWords: number[] = [];
      const others = {
        plain: () => runPlainLoop(model, participants, 1),
        "single pass": async () => void firstWords.push(await singlePass(model, participants)),
        "double pass": () => doublePass(model, participants),
      };
      const { plain, ...alone } = await compare(others, 3);
      const times = await compare(contenders, 3);
      for (const way of names) {
        const perTurn = times[way] / turns;
        figures.push({
          name: `${way}, ${participants} participants: call times a turn`,
          value: perTurn / callMs,
          unit: "×",
          bar: { atMost: mostCalls[way] },
        });
        const words = talks.get(way)?.flatMap(({ toFirstWord }) => toFirstWord) ?? [];
        figures.push({
          name: "  call times to the first word",
          value: median(words) / callMs,
          unit: "×",
          ...(way === "single pass" ? { bar: { atMost: mostToFirstWord } } : {}),
        });
        const least = fasterThanPlain[way]?.[participants];
        figures.push({
          name: `  times faster than the plain loop (${(plain / callMs).toFixed(1)} call times)`,
          value: plain / perTurn,
          unit: "×",
          ...(least ? { bar: { atLeast: least } } : {}),
        });
      }
      for (const [way, time] of Object.entries(alone))
        figures.push({
          name: `LangChain's client alone, calls as in ${way}, ${participants} at once: call times`,
          value: time / callMs,
          unit: "×",
        });
      figures.push({ name: "  until all have begun, in single pass", value: median(firstWords) / callMs, unit: "×" });
      const transcripts = new Set([...talks.values()].flat().map(({ lines }) => lines.join("\n")));
      figures.push({ name: "  different transcripts", value: transcripts.size, unit: "", bar: { atMost: 1 } });
    }
    return figures;
  });
}
