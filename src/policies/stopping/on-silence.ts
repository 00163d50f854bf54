import type { StopCondition } from "./policy.js";

/** Holds when every bid of the last auctions was at or under the threshold: nobody has much to say any more. */
export function onSilence({ threshold, turns }: { threshold: number; turns: number }): StopCondition {
  return ({ turn, turnsThisRun, decisions }) => {
    const bids = decisions.slice(-turns).flatMap((decision) => decision.bids.map(({ value }) => value));
    if (turnsThisRun < turns || decisions.length < turns || bids.length === 0) return undefined;
    const highest = Math.max(...bids);
    return highest <= threshold ? { kind: "silence", turn, turns, threshold, highest } : undefined;
  };
}
