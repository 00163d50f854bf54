import type { Bid, Decision } from "../port.js";

export const scoreOf = ({ scores }: Pick<Decision, "scores">, { participant, value }: Bid): number =>
  scores.find((score) => score.participant === participant)?.total ?? value;

export const ranked = (decision: Decision): Bid[] =>
  [...decision.bids].sort(
    (left, right) => scoreOf(decision, right) - scoreOf(decision, left) || left.seat - right.seat,
  );

/** Whether the value was bid or drawn. With any other outcome, it is a default. */
export const isCounted = ({ outcome }: Pick<Bid, "outcome">): boolean => outcome === "bid" || outcome === "random";

/** The value for which a bar has its full length. */
export const highestIn = (decision: Decision): number =>
  Math.max(1, ...decision.bids.map((bid) => Math.max(bid.value, scoreOf(decision, bid))));
