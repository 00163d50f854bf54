/** What a bid is, and how bids are measured. */

/** One answer to "how much do you want the floor?". */
export interface BidAttempt {
  /** The model's exact answer; empty if its client reported none. */
  readonly answer: string;
  /** Why the answer holds no bid; null if it holds one. */
  readonly problem: BidProblem | null;
}

/** Why an answer holds no readable bid. */
export type BidProblem = "no-bid" | "several-bids" | "not-an-integer" | "out-of-scale";

/** A participant's bid in one auction. */
export interface Bid {
  readonly turn: number;
  /** The bidder's place in the cast, from 0. */
  readonly seat: number;
  readonly participant: string;
  /**
   * `bid`: the model gave a number. `random`: drawn without a model. `abstained`: the model passed. `hand-down`: a person who
   * did not raise a hand. `unreadable`: no answer was readable; counts as 0. `failed`: the call failed. `late`: it missed the
   * deadline. Failed and late bidders cannot win.
   */
  readonly outcome: "bid" | "random" | "abstained" | "hand-down" | "unreadable" | "failed" | "late";
  /** 0 without a readable bid. */
  readonly value: number;
  /** With `bidding.reason`: why, in the bidder's own words. Absent if it gave none. */
  readonly reason?: string;
  /** Why the call failed. */
  readonly failure?: string;
  /** All answers, in order, first the part of a panel's answer that is about this bidder; empty for a random bid. */
  readonly attempts: readonly BidAttempt[];
}

/** The lowest and the highest bid, both integers. */
export interface Scale {
  readonly min: number;
  readonly max: number;
}

/** The ready sets of anchors. Their sentences are in the locales. */
export const anchorSets = ["five-levels"] as const;

export type AnchorSet = (typeof anchorSets)[number];

/** What each level of the scale means: a ready set, or a sentence for each, the lowest first; empty: only `criterion` says it. */
export type Anchors = AnchorSet | readonly string[];
