/** A rehearsed panel that may end in silence usually does so before the turn limit, because bids fall over time. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { createBidding } from "../../../src/graph/modes/bidding/bidding.js";
import { RehearsalModel } from "../../../src/offline/rehearsal/rehearsal-model.js";
import { readScenario } from "../../support/scenario.js";

const { input } = readScenario(readFileSync("scenarios/observatory.yaml", "utf8"));

const run = (seed: number) =>
  createBidding({ model: new RehearsalModel({ notice: false }) })
    .compile()
    .invoke({ ...input, seed });

describe("the observatory's panel", () => {
  it("usually ends in silence, and never before its eighth turn", async () => {
    const runs = await Promise.all(Array.from({ length: 8 }, (_, index) => run(index + 1)));
    expect(runs.filter(({ stopReason }) => stopReason?.kind === "silence").length).toBeGreaterThanOrEqual(6);
    for (const { turn } of runs) expect(turn).toBeGreaterThanOrEqual(8);
  });
});
