import { checkSetting, isCount } from "./check-setting.js";
import type { StopCondition } from "./policy.js";

/**
 * Holds when every bid of the last auctions was at or under the threshold: nobody has much to say
 * any more. Throws `invalid-input` unless `turns` is a whole number from 1.
 */
export function onSilence({ threshold, turns }: { threshold: number; turns: number }): StopCondition {
  checkSetting(Number.isFinite(threshold), "onSilence.threshold", "a number");
  checkSetting(isCount(turns), "onSilence.turns", "a whole number from 1");
  return ({ turn, turnsThisRun, decisions }) => {
    const bids = decisions.slice(-turns).flatMap((decision) => decision.bids.map(({ value }) => value));
    if (turnsThisRun < turns || decisions.length < turns || bids.length === 0) return undefined;
    const highest = bids.reduce((most, bid) => Math.max(most, bid));
    return highest <= threshold ? { kind: "silence", turn, turns, threshold, highest } : undefined;
  };
}
