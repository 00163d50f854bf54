import { z } from "zod/v4";
import { checkSetting, defineCondition, isCount, type StopCondition } from "./condition.js";

/**
 * Holds when each of the run's last `turns` turns had an auction, and none of their bids was above the threshold.
 *
 * @throws `invalid-input` unless `threshold` is a finite number and `turns` is a whole number of at least 1.
 */
export function onSilence({ threshold, turns }: { threshold: number; turns: number }): StopCondition {
  checkSetting(Number.isFinite(threshold), "onSilence.threshold", "expected", { expected: "number" });
  checkSetting(isCount(turns), "onSilence.turns", "expected", { expected: "count" });
  return ({ turn, turnsThisRun, decisions }) => {
    const latest = decisions.slice(-turns);
    // A turn without an auction does not count as silence, because nobody was asked for a bid.
    const hasAuctions = latest.every(({ bids }) => bids.length > 0);
    if (turnsThisRun < turns || latest.length < turns || !hasAuctions) return undefined;
    const highest = Math.max(...latest.flatMap(({ bids }) => bids.map(({ value }) => value)));
    return highest <= threshold ? { kind: "silence", turn, turns, threshold, highest } : undefined;
  };
}

export const silence = defineCondition({
  name: "silence",
  setting: z
    .strictObject({
      threshold: z.number().min(0).max(1000).default(2).meta({
        title: "Threshold",
        description: "Bids up to this value count as silence.",
      }),
      turns: z
        .int()
        .min(1)
        .max(1000)
        .default(2)
        .meta({ title: "Turns", description: "How many consecutive turns the silence must last." }),
    })
    .meta({ title: "Silence", description: "Holds when nobody has wanted the floor for the given number of turns." }),
  needs: "bids",
  create: onSilence,
  earliest: ({ turns }) => turns,
});
