import { describe, expect, it } from "@jest/globals";
import { byDirector, type DirectorConversation } from "../../../src/graph/modes/director/state.js";
import { createStopCheck } from "../../../src/graph/steps/boundary/stop-check.js";
import type { ModeServices } from "../../../src/graph/steps/run/services.js";
import { StepContext } from "../../../src/graph/steps/run/step-context.js";
import { isThorough } from "../../support/property.js";

interface Settings {
  readonly probability: number;
  readonly minTurns: number;
  readonly ramp: number;
}

const seeds = isThorough ? 20_000 : 5_000;
const stopCheck = createStopCheck<DirectorConversation>({
  conditionOf: ({ director }) => byDirector(director),
  aheadOf: () => ({ turns: 1, closing: { calls: 1, turns: 0.5 } }),
});

async function exchangesOf(seed: number, director: Settings): Promise<number> {
  const state = {
    director,
    seed,
    maxTurns: 10_000,
    turnAtStart: 0,
    messages: [],
    participants: [],
    decisions: [],
    verdicts: [],
    stopping: {},
    memory: { window: "all" },
  };
  for (let turn = 0; ; turn += 1) {
    const { stopReason } = await stopCheck(
      { ...state, turn } as unknown as DirectorConversation,
      new StepContext({}, { conditions: [] } as unknown as ModeServices, {} as never),
    );
    if (stopReason) return turn;
  }
}

function probabilityOf(exchanges: number, { probability, minTurns, ramp }: Settings): number {
  if (exchanges < minTurns) return 0;
  const at = (after: number) => Math.min(1, probability + ramp * after);
  let continues = 1;
  for (let after = 0; after < exchanges - minTurns; after += 1) continues *= 1 - at(after);
  return continues * at(exchanges - minTurns);
}

/** Returns the 0.999 quantile of the chi-square distribution, by Wilson and Hilferty's approximation. */
function quantile999(degrees: number): number {
  const term = 2 / (9 * degrees);
  return degrees * (1 - term + 3.0902 * Math.sqrt(term)) ** 3;
}

async function check(settings: Settings, form = settings) {
  const counts = new Map<number, number>();
  let sum = 0;
  for (let seed = 0; seed < seeds; seed += 1) {
    const exchanges = await exchangesOf(seed, settings);
    counts.set(exchanges, (counts.get(exchanges) ?? 0) + 1);
    sum += exchanges;
  }
  // Outcomes that are too rare for the statistic are counted together, as the rest.
  let restExpected = seeds;
  let restSeen = seeds;
  let chiSquare = 0;
  let classes = 0;
  for (let exchanges = form.minTurns; restExpected > 40; exchanges += 1) {
    const expected = seeds * probabilityOf(exchanges, form);
    const seen = counts.get(exchanges) ?? 0;
    if (expected === 0 && seen === 0) continue;
    if (expected < 10 || restExpected - expected < 10) break;
    chiSquare += (seen - expected) ** 2 / expected;
    classes += 1;
    restExpected -= expected;
    restSeen -= seen;
  }
  chiSquare += (restSeen - restExpected) ** 2 / restExpected;
  return { chiSquare, degrees: classes, mean: sum / seeds, fewest: Math.min(...counts.keys()) };
}

describe("the number of exchanges", () => {
  it("is geometric with mean 5 for the probability 0.2 (chi-square, p > 0.001)", async () => {
    const { chiSquare, degrees, mean, fewest } = await check({ probability: 0.2, minTurns: 1, ramp: 0 });
    expect(degrees).toBeGreaterThan(15);
    expect(chiSquare).toBeLessThan(quantile999(degrees));
    const standardError = Math.sqrt(0.8) / 0.2 / Math.sqrt(seeds);
    expect(Math.abs(mean - 5)).toBeLessThan(4 * standardError);
    expect(fewest).toBe(1);
  });

  it.each([
    { probability: 0.2, minTurns: 0, ramp: 0 },
    { probability: 0.2, minTurns: 4, ramp: 0 },
    { probability: 0.1, minTurns: 2, ramp: 0.05 },
    { probability: 0, minTurns: 3, ramp: 0.25 },
    { probability: 0.9, minTurns: 1, ramp: 0.5 },
  ])(
    "follows the closed form with probability $probability, a minimum of $minTurns and a ramp of $ramp",
    async (settings) => {
      const { chiSquare, degrees, fewest } = await check(settings);
      expect(fewest).toBeGreaterThanOrEqual(settings.minTurns);
      expect(chiSquare).toBeLessThan(quantile999(degrees));
    },
  );

  it("does not match the closed form for a different probability, which shows that the comparison can fail", async () => {
    const { chiSquare, degrees } = await check(
      { probability: 0.22, minTurns: 1, ramp: 0 },
      { probability: 0.2, minTurns: 1, ramp: 0 },
    );
    expect(chiSquare).toBeGreaterThan(quantile999(degrees));
  });
});
