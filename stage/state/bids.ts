/** Ranks the bids of a decision by the scores that decided, and finds the highest value for their bars. */
import type { Bid, Decision } from "../port.js";

export const scoreOf = ({ scores }: Pick<Decision, "scores">, { participant, value }: Bid): number =>
  scores.find((score) => score.participant === participant)?.total ?? value;

export const ranked = (decision: Decision): Bid[] =>
  [...decision.bids].sort(
    (left, right) => scoreOf(decision, right) - scoreOf(decision, left) || left.seat - right.seat,
  );

/** Whether the bidder gave or drew the value. With any other outcome, the value is a default. */
export const isCounted = ({ outcome }: Pick<Bid, "outcome">): boolean => outcome === "bid" || outcome === "random";

/** The highest bid or score of a decision, at least 1: the full length of a bar. */
export const highestIn = (decision: Decision): number =>
  Math.max(1, ...decision.bids.map((bid) => Math.max(bid.value, scoreOf(decision, bid))));
