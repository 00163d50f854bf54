/** Ranks a decision's bids by the scores that decided it, and finds the highest value for the bars. */
import type { Bid, Decision } from "../port.js";

export const scoreOf = ({ scores }: Pick<Decision, "scores">, { participant, value }: Bid): number =>
  scores.find((score) => score.participant === participant)?.total ?? value;

export const ranked = (decision: Decision): Bid[] =>
  [...decision.bids].sort(
    (left, right) => scoreOf(decision, right) - scoreOf(decision, left) || left.seat - right.seat,
  );

/** Whether the value comes from the bidder, or was drawn at random. With any other outcome, the value is a default. */
export const isCounted = ({ outcome }: Pick<Bid, "outcome">): boolean => outcome === "bid" || outcome === "random";

/** A decision's highest bid or score, but at least 1. A bar for this value has the full length. */
export const highestIn = (decision: Decision): number =>
  Math.max(1, ...decision.bids.map((bid) => Math.max(bid.value, scoreOf(decision, bid))));
