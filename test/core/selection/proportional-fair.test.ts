import assert from "node:assert/strict";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { draw } from "../../../src/base/chance.js";
import { highestBid } from "../../../src/core/selection/highest-bid.js";
import { breakSilence } from "../../../src/core/selection/longest-silence.js";
import { proportionalFair } from "../../../src/core/selection/proportional-fair.js";
import type { RuleContext } from "../../../src/core/selection/rule.js";
import type { Bid, Scale } from "../../../src/records/bid.js";
import type { Decision, Score } from "../../../src/records/decision.js";
import { locales } from "../../../src/words/registry.js";
import { itHolds } from "../../support/property.js";
import { asksNobody, candidatesOf } from "../../support/selection.js";

const settings = { tieBreak: "random", longestSilence: undefined } as const;
const nameOf = (seat: number) => `Seat ${seat}`;

const bidsOf = (values: readonly number[], turn: number): Bid[] =>
  values.map((value, seat) => ({ turn, seat, participant: nameOf(seat), outcome: "bid", value, attempts: [] }));

interface Play {
  readonly talkativeness?: readonly number[];
  readonly scale?: Scale;
  readonly longestSilence?: number;
  readonly rule?: typeof proportionalFair | typeof highestBid;
  readonly seed?: number;
}

async function play(
  turns: number,
  participants: number,
  bid: (seat: number, turn: number, last: number | undefined) => number,
  { scale = { min: 1, max: 10 }, longestSilence, talkativeness = [], rule = proportionalFair, seed = 1 }: Play = {},
): Promise<Decision[]> {
  const names = Array.from({ length: participants }, (_each, seat) => nameOf(seat));
  const history: Decision[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    const last = history.at(-1)?.speaker;
    const values = names.map((_name, seat) => bid(seat, turn, last === undefined ? undefined : names.indexOf(last)));
    const context = {
      turn,
      turnsThisRun: turn - 1,
      names,
      scale,
      history,
      bids: bidsOf(values, turn),
      candidates: candidatesOf(names).map(({ seat, participant }) => ({
        seat,
        participant: { ...participant, talkativeness: talkativeness[seat] ?? 1 },
      })),
      spoken: [],
      lastSpeaker: last,
      latest: undefined,
      settings: { ...settings, longestSilence, aging: 0, centre: 0, addressed: false, mentionPoints: 0 },
      draw: (purpose, salt) => draw({ seed, turn, purpose, salt: salt ?? "" }),
      ask: asksNobody,
    } satisfies RuleContext;
    const selection = breakSilence(context) ?? (await rule.select(context as never));
    const { seat, scores = [], excluded = [] } = selection as { seat: number; scores?: Score[]; excluded?: [] };
    const speaker = nameOf(seat);
    const rest = { rule: rule.name, candidates: names, choices: [], addressed: null, tied: [speaker], draw: null };
    history.push({ ...rest, turn, excluded, bids: context.bids, scores, speaker });
  }
  return history;
}

const share = (decisions: readonly Decision[], seat: number) =>
  decisions.filter(({ speaker }) => speaker === nameOf(seat)).length / decisions.length;

const honest = (seat: number, turn: number) => 3 + Math.floor(6 * draw({ seed: 5, turn, purpose: "random-bid", seat }));

describe("proportional-fair", () => {
  it("gives the first turn to the highest bidder", async () => {
    const [first] = await play(1, 3, (seat) => [4, 9, 7][seat] ?? 0);
    expect(first?.speaker).toBe("Seat 1");
  });

  it("records the terms of a score, and computes the total from them", async () => {
    const [first, second, third] = await play(3, 3, (seat) => [9, 5, 5][seat] ?? 0);
    expect(first?.scores[0]).toEqual({
      participant: "Seat 0",
      bid: 9,
      excess: 3.5,
      received: 0,
      divisor: 1,
      total: 5.5,
    });
    const after = second?.scores[0];
    expect(after?.received).toBeCloseTo(0.9);
    expect(after?.divisor).toBeCloseTo(1.3);
    expect(after?.total).toBeCloseTo(5.5 / 1.3);
    expect(
      third?.scores.every(
        ({ bid, excess = 0, divisor = 0, total }) => Math.abs((bid - excess) / divisor - total) < 1e-5,
      ),
    ).toBe(true);
  });

  it("gives equal bidders about equal shares of the turns", async () => {
    const decisions = await play(40, 4, () => 7);
    for (const seat of [0, 1, 2, 3]) expect(share(decisions, seat)).toBeCloseTo(0.25, 1);
  });

  it("ignores bids right after a participant's own speech when it estimates the participant's usual bid", async () => {
    const decisions = await play(12, 3, (seat, _turn, last) => (seat === 0 && last !== 0 ? 10 : seat === 0 ? 1 : 6));
    // Seat 0's usual bid stays 10, regardless of the bids right after its own speeches.
    expect(decisions.at(-1)?.scores[0]?.excess).toBeCloseTo(3.5);
  });

  it.each([
    ["always 10", () => 10],
    ["10 unless it spoke last", (last: number | undefined) => (last === 0 ? 1 : 10)],
  ] as const)(
    "limits a participant that bids “%s” to about its fair share, unlike the highest-bid rule",
    async (_strategy, bid) => {
      const shout = (seat: number, turn: number, last: number | undefined) =>
        seat === 0 ? bid(last) : honest(seat, turn);
      expect(share(await play(60, 4, shout), 0)).toBeLessThanOrEqual(0.27);
      expect(share(await play(60, 4, shout, { rule: highestBid }), 0)).toBeGreaterThan(0.45);
    },
  );
});

describe.each([proportionalFair, highestBid])("talkativeness under the rule $name", (rule) => {
  it("multiplies the recorded score, so a lower value gives fewer turns, and 0 gives none", async () => {
    const decisions = await play(90, 3, honest, { rule, talkativeness: [1, 0.7, 0] });
    expect(share(decisions, 0)).toBeGreaterThan(share(decisions, 1));
    expect(share(decisions, 1)).toBeGreaterThan(0.05);
    expect(share(decisions, 2)).toBe(0);
    const [full, less] = decisions[0]?.scores ?? [];
    expect(full).not.toHaveProperty("talkativeness");
    expect(less).toMatchObject({
      talkativeness: 0.7,
      total: expect.closeTo((less?.bid ?? 0) * 0.7 - (less?.excess ?? 0) * 0.7),
    });
    expect(locales.en.transcript.score(less as Score)).toMatch(/^(− .+ )?× 0\.7 talkativeness = /);
    expect(locales.zh.transcript.score(less as Score)).toContain("× 健谈程度 0.7 = ");
  });
});

itHolds(
  "multiplying bids and scale by the same number leaves the speakers unchanged",
  fc.asyncProperty(
    fc.array(fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 4, maxLength: 4 }), {
      minLength: 1,
      maxLength: 25,
    }),
    fc.integer({ min: 2, max: 100 }),
    fc.nat(50),
    fc.constantFrom(proportionalFair, highestBid),
    async (rows, factor, seed, rule) => {
      const bid = (times: number) => (seat: number, turn: number) => (rows[turn - 1]?.[seat] ?? 0) * times;
      const speakers = async (times: number) => {
        const scale = { min: times, max: 10 * times };
        return (await play(rows.length, 4, bid(times), { seed, rule, scale })).map(({ speaker }) => speaker);
      };
      assert.deepEqual(await speakers(factor), await speakers(1));
    },
  ),
);

itHolds(
  "for any bids, nobody waits longer than `longestSilence` turns if that is at least the number of other participants",
  fc.asyncProperty(
    fc.integer({ min: 2, max: 8 }),
    fc.nat(6),
    fc.array(fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 8, maxLength: 8 }), {
      minLength: 5,
      maxLength: 40,
    }),
    fc.constantFrom(proportionalFair, highestBid),
    async (participants, more, rows, rule) => {
      const longestSilence = participants - 1 + more;
      const decisions = await play(rows.length, participants, (seat, turn) => rows[turn - 1]?.[seat] ?? 0, {
        longestSilence,
        rule,
      });
      for (let seat = 0; seat < participants; seat += 1) {
        const turns = [
          0,
          ...decisions.flatMap(({ speaker, turn }) => (speaker === nameOf(seat) ? [turn] : [])),
          rows.length + 1,
        ];
        const waits = turns.slice(1).map((turn, index) => turn - (turns[index] ?? 0) - 1);
        assert.ok(Math.max(...waits) <= longestSilence, `${nameOf(seat)} waited ${Math.max(...waits)} turns`);
      }
    },
  ),
);
