/** A model's answer to a request for a bid. */
export interface BidAttempt {
  /**
   * The model's answer, as JSON if it is structured; empty if the model's client did not return it, or if a panel's
   * answer left out the bidder.
   */
  readonly answer: string;
  /** Why the answer contains no readable bid; null if it contains a bid or passes. */
  readonly problem: BidProblem | null;
}

/** Why an answer contains no readable bid. */
export type BidProblem = "no-bid" | "several-bids" | "not-an-integer" | "out-of-scale" | "too-long";

/** A participant's bid in an auction. */
export interface Bid {
  readonly turn: number;
  /** The bidder's seat in the cast, counted from 0. */
  readonly seat: number;
  readonly participant: string;
  /**
   * `bid`: the model gave a number. `random`: drawn without a model. `abstained`: the model passed. `hand-down`: a
   * person did not raise a hand. `unreadable`: no answer was readable; counts as 0. `failed`: the call failed. `late`:
   * the bid missed the deadline. Under the built-in rules, a bidder whose bid failed or was late can win only if all
   * bids failed or were late.
   */
  readonly outcome: "bid" | "random" | "abstained" | "hand-down" | "unreadable" | "failed" | "late";
  /** The bid on the auction's scale, or from 0 to 5 for a random bid; 0 if there is no readable bid. */
  readonly value: number;
  /**
   * The reason for the bid, in the words of the bidder's model or the panel. Absent if none was given. Reasons are
   * requested only if `bidding.reason` is on.
   */
  readonly reason?: string;
  /** Why the call failed; absent if it did not fail. */
  readonly failure?: string;
  /**
   * All answers in order. If a panel has given a complete answer, the first entry is its part about this bidder. Empty
   * if no model has answered.
   */
  readonly attempts: readonly BidAttempt[];
}

/** The lowest and the highest bid, both integers. */
export interface Scale {
  readonly min: number;
  readonly max: number;
}

/** The ready-made sets of anchors. Their sentences are in the locales. */
export const anchorSets = ["five-levels"] as const;

export type AnchorSet = (typeof anchorSets)[number];

/**
 * The meaning of each level on the scale: a ready-made set, or one sentence per level, lowest first. If the list is
 * empty, only `criterion` defines the scale.
 */
export type Anchors = AnchorSet | readonly string[];

export const isMissing = ({ outcome }: Pick<Bid, "outcome">): boolean => outcome === "failed" || outcome === "late";

/** Whether `value` was bid or drawn. With any other outcome, it is a default. */
export const isMeant = ({ outcome }: Pick<Bid, "outcome">): boolean => outcome === "bid" || outcome === "random";
