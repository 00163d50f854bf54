/** How soon the calls of those who lost an auction are closed at the endpoint, over a long debate in single pass. */
import { setTimeout as wait } from "node:timers/promises";
import type { Selection, SelectionContext } from "../src/core/selection/rule.js";
import { withEndpoint } from "./endpoint.js";
import { median } from "./measure.js";
import type { Figure } from "./report.js";
import { castOf, hold, now } from "./ways.js";

const turns = 1000;
const participants = 3;

export async function measureCutOff(): Promise<Figure[]> {
  return withEndpoint(async (modelOf, ended) => {
    const input = {
      participants: castOf(participants),
      maxTurns: turns,
      seed: 1,
      bidding: { pass: "single" },
    } as const;
    const memory = { window: "turns", turns: 3 } as const;
    const given: number[] = [];
    // The others are cut off right after the rule has chosen.
    const selectSpeaker = ({ bids }: SelectionContext): Selection => {
      given.push(now());
      const highest = bids.reduce((best, bid) => (bid.value > best.value ? bid : best));
      return { seat: highest.seat };
    };
    await hold({ model: modelOf("cut-20"), selectSpeaker }, { ...input, memory });
    // What the endpoint has to say of the last turn is still on its way.
    await wait(500);
    const cut = ended.filter(({ isCutOff }) => isCutOff);
    // Each was cut off by the latest decision before it ended.
    const delays = cut.map(({ at }) => at - (given.findLast((time) => time <= at) ?? 0));
    return [
      { name: `calls cut off in ${turns} turns of ${participants}`, value: cut.length, unit: "" },
      { name: "  left open", value: turns * participants - ended.length, unit: "", bar: { atMost: 0 } },
      { name: "  closed at the endpoint after, as a rule", value: median(delays), unit: "ms" },
      { name: "  at the latest", value: Math.max(...delays), unit: "ms" },
    ];
  });
}
