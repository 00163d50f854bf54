/** Measures how soon the endpoint sees the calls of outbid participants close, in a long single-pass conversation. */
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
    const decidedAt: number[] = [];
    // Rostrum cancels the other calls immediately after the rule returns.
    const selectSpeaker = ({ bids }: SelectionContext): Selection => {
      decidedAt.push(now());
      const highest = bids.reduce((best, bid) => (bid.value > best.value ? bid : best));
      return { seat: highest.seat };
    };
    await hold({ model: modelOf("cut-20"), selectSpeaker }, { ...input, memory });
    // Waits for the endpoint's reports about the last turn.
    await wait(500);
    const cut = ended.filter(({ isCutOff }) => isCutOff);
    // The latest decision before a call ended is the one that cancelled it.
    const delays = cut.map(({ at }) => at - (decidedAt.findLast((time) => time <= at) ?? 0));
    return [
      { name: `calls cut off in ${turns} turns of ${participants}`, value: cut.length, unit: "" },
      { name: "  left open", value: turns * participants - ended.length, unit: "", bar: { atMost: 0 } },
      { name: "  median delay until closed at the endpoint", value: median(delays), unit: "ms" },
      { name: "  longest delay", value: Math.max(...delays), unit: "ms" },
    ];
  });
}
