/** A rehearsed panel finds its own end: with a silence rule, the urge to speak runs out before the turns do. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { parse } from "yaml";
import { draw } from "../../src/chance.js";
import type { BidRequest } from "../../src/models/request.js";
import { rehearse } from "../../src/rehearsal/answer.js";
import type { Participant } from "../../src/state/participant.js";
import { participant } from "../support/participant.js";

interface Panel {
  readonly topic: string;
  readonly participants: readonly { name: string; role: string; description: string }[];
  readonly wordLimit: number;
  readonly maxTurns: number;
  readonly selection: { readonly aging: number };
  readonly stopping: { readonly silence: { readonly threshold: number; readonly turns: number } };
  readonly memory: { readonly turns: number };
}

const panel = parse(readFileSync("scenarios/observatory.yaml", "utf8")) as Panel;
const cast = panel.participants.map(({ name, role, description }) => participant(name, role, description));

/** The turns a panel takes, and whether silence ended it. Nobody speaks twice running, and waiting adds points. */
function run(seed: number): { turns: number; isSilent: boolean } {
  const { topic, wordLimit, maxTurns, selection, memory } = panel;
  const { threshold, turns: quiet } = panel.stopping.silence;
  const lines = [{ speaker: "Moderator", text: topic }];
  const waited = new Map(cast.map(({ name }) => [name, 0]));
  const highest: number[] = [];
  for (let turn = 1; turn <= maxTurns; turn += 1) {
    const kept = lines.slice(-memory.turns);
    const conversation = { lines: kept, omitted: lines.length - kept.length };
    const asked = { language: "en", topic, cast, wordLimit, seed, turn, conversation } as const;
    const bidding = cast.filter(({ name }) => name !== lines.at(-1)?.speaker);
    const bids = bidding.map((self) => {
      const scale = { min: 1, max: 10 };
      const request: BidRequest = { ...asked, purpose: "bid", self, criterion: "urge", scale, answer: "tag" };
      return Number(rehearse(request).slice(1, -1));
    });
    highest.push(Math.max(...bids));
    const points = bidding.map(({ name }, index) => (bids[index] ?? 0) + selection.aging * (waited.get(name) ?? 0));
    const best = bidding.filter((_, index) => points[index] === Math.max(...points));
    const self = best[Math.floor(draw({ seed, turn, purpose: "tie" }) * best.length)] as Participant;
    for (const { name } of cast) waited.set(name, name === self.name ? 0 : (waited.get(name) ?? 0) + 1);
    lines.push({ speaker: self.name, text: rehearse({ ...asked, purpose: "speech", self }) });
    if (highest.length >= quiet && highest.slice(-quiet).every((bid) => bid <= threshold))
      return { turns: turn, isSilent: true };
  }
  return { turns: maxTurns, isSilent: false };
}

describe("the observatory's panel", () => {
  it("mostly ends in silence, after eight turns and before the limit", () => {
    const runs = Array.from({ length: 8 }, (_, index) => run(index + 1));
    expect(runs.filter(({ isSilent }) => isSilent).length).toBeGreaterThanOrEqual(6);
    for (const { turns } of runs) expect(turns).toBeGreaterThanOrEqual(8);
  });
});
