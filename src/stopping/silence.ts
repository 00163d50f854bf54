import { checkSetting, isCount } from "./check-setting.js";
import type { StopCondition } from "./condition.js";

/**
 * Holds when every bid of the last auctions was at or under the threshold: nobody has much to say
 * any more. Throws `invalid-input` unless `turns` is a whole number from 1.
 */
export function onSilence({ threshold, turns }: { threshold: number; turns: number }): StopCondition {
  checkSetting(Number.isFinite(threshold), "onSilence.threshold", "expected", { expected: "number" });
  checkSetting(isCount(turns), "onSilence.turns", "expected", { expected: "count" });
  return ({ turn, turnsThisRun, decisions }) => {
    const latest = decisions.slice(-turns);
    // Who was given the floor without an auction was wanted to speak: that is no silence.
    const hasAuctions = latest.every(({ bids }) => bids.length > 0);
    if (turnsThisRun < turns || latest.length < turns || !hasAuctions) return undefined;
    const highest = Math.max(...latest.flatMap(({ bids }) => bids.map(({ value }) => value)));
    return highest <= threshold ? { kind: "silence", turn, turns, threshold, highest } : undefined;
  };
}
