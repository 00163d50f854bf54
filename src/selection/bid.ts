/** Bids: how much each candidate wants the floor, with everything that was answered on the way to it. */

/** One answer to "how much do you want the floor?". */
export interface BidAttempt {
  /** What the model answered, to the letter; empty where its client gave nothing of an answer away. */
  readonly answer: string;
  /** Why the answer could not be read; null when it could. */
  readonly problem: BidProblem | null;
}

/** Why an answer holds no readable bid. */
export type BidProblem = "no-bid" | "several-bids" | "not-an-integer" | "out-of-scale";

/** One participant's part in one auction. */
export interface Bid {
  readonly turn: number;
  /** The bidder's place in the cast, from 0. */
  readonly seat: number;
  readonly participant: string;
  /**
   * `bid`: the model named a number. `random`: drawn, no model was asked. `abstained`: the model answered that it
   * wants to pass. `hand-down`: a person, who is asked for no bid and has raised no hand. `unreadable`: none of its answers
   * could be read; counts 0. `failed`: the call failed. `late`: it was not in by the deadline. Neither stands for the floor.
   */
  readonly outcome: "bid" | "random" | "abstained" | "hand-down" | "unreadable" | "failed" | "late";
  /** 0 where there is none. */
  readonly value: number;
  /** Why the call failed, of one that did. */
  readonly failure?: string;
  /** Every answer in the order given; empty for a random bid. */
  readonly attempts: readonly BidAttempt[];
}

/** Whether its owner could not be heard: it does not stand for the floor. */
export const isMissing = ({ outcome }: Pick<Bid, "outcome">): boolean => outcome === "failed" || outcome === "late";

/** Whether the bid says what its owner wants, and not only that an answer was missing. */
export function isMeant(bid: Bid): boolean {
  return bid.outcome === "bid" || bid.outcome === "random";
}
