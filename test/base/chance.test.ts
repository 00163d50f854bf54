import { describe, expect, it } from "@jest/globals";
import { draw, freshSeed, maxSeed, pick } from "../../src/base/chance.js";

describe("a draw", () => {
  it("depends only on its seed, turn, purpose, seat and salt", () => {
    const at = { seed: 7, turn: 3, purpose: "tie", seat: 2 } as const;
    expect(draw(at)).toBe(draw({ ...at }));
    const others = [
      { ...at, seed: 8 },
      { ...at, turn: 4 },
      { ...at, purpose: "stop" as const },
      { ...at, seat: 1 },
      { ...at, salt: 1 },
    ];
    expect(new Set([at, ...others].map(draw)).size).toBe(6);
  });

  it("does not change between versions, because saved conversations must continue as before", () => {
    expect(draw({ seed: 7, turn: 3, purpose: "tie" })).toBe(0.7922567508308577);
    expect(draw({ seed: 0, turn: 0, purpose: "stop", seat: 4 })).toBe(0.17389896808991412);
  });

  it("is uniformly distributed over seeds (chi-square test with 20 classes, p > 0.001)", () => {
    const counts = Array<number>(20).fill(0);
    for (let seed = 0; seed < 20_000; seed += 1) {
      const drawn = draw({ seed, turn: 1, purpose: "stop" });
      expect(drawn >= 0 && drawn < 1).toBe(true);
      counts[Math.floor(drawn * 20)] = (counts[Math.floor(drawn * 20)] ?? 0) + 1;
    }
    const chiSquare = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    // The 0.999 quantile of the chi-square distribution with 19 degrees of freedom.
    expect(chiSquare).toBeLessThan(43.82);
  });
});

it("pick maps a chance in [0, 1) to an item, and rejects an empty list", () => {
  expect([0, 0.26, 0.5, 0.999].map((chance) => pick(["a", "b", "c", "d"], chance))).toEqual(["a", "b", "c", "d"]);
  expect(() => pick([], 0.5)).toThrow(RangeError);
});

it("freshSeed creates a valid seed", () => {
  const seed = freshSeed();
  expect(Number.isInteger(seed) && seed >= 0 && seed <= maxSeed).toBe(true);
});
