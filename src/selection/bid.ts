/** Bids: how much each candidate wants the floor. */
import { z } from "zod";
import type { Decision, Exclusion } from "./decision.js";
import type { Candidate, SelectionContext } from "./rule.js";

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
  /** Why the call failed. */
  readonly failure?: string;
  /** All answers, in order; empty for a random bid. */
  readonly attempts: readonly BidAttempt[];
}

export interface Scale {
  readonly min: number;
  readonly max: number;
}

/** A ninth of the scale: one point of the default scale. Rules measure in it, so that their settings mean the same on every scale. */
export const unitOf = ({ min, max }: Scale): number => (max - min) / 9;

/** Whether no answer came: the bidder cannot win. */
export const isMissing = ({ outcome }: Pick<Bid, "outcome">): boolean => outcome === "failed" || outcome === "late";

/** Whether the bid is a number that its owner gave or drew. */
export const isMeant = ({ outcome }: Pick<Bid, "outcome">): boolean => outcome === "bid" || outcome === "random";

/** A bidder's latest bids, latest first, without those made right after its own speech, which are low. `turns`: one decision per turn. */
export function usualBids(name: string, turns: readonly Decision[], count: number): number[] {
  const own: number[] = [];
  for (let index = turns.length - 1; index >= 0 && own.length < count; index -= 1) {
    const bid = turns[index]?.bids.find(({ participant }) => participant === name);
    const spokeBefore = turns[index - 1]?.speaker === name;
    if (bid && isMeant(bid) && !spokeBefore) own.push(bid.value);
  }
  return own;
}

const passes = ["abstained", "hand-down", "failed", "late"] as const;

/** Who can win the auction, and who passes. If all pass, all who answered can win, because somebody has to speak. */
export function findStanding({ candidates, bids }: Pick<SelectionContext, "candidates" | "bids">) {
  const bidOf = ({ seat }: Candidate) => bids.find((bid) => bid.seat === seat);
  const passOf = (candidate: Candidate) => passes.find((pass) => pass === bidOf(candidate)?.outcome);
  const answered = candidates.filter((candidate) => !isMissing({ outcome: "bid", ...bidOf(candidate) }));
  const bidding = answered.filter((candidate) => !passOf(candidate));
  const standing = [bidding, answered, candidates].find((group) => group.length > 0) ?? [];
  const excluded = candidates.flatMap((candidate): Exclusion[] => {
    const reason = standing.includes(candidate) ? undefined : passOf(candidate);
    return reason ? [{ participant: candidate.participant.name, reason }] : [];
  });
  return { standing, excluded };
}

const scale = z
  .strictObject({
    min: z.int().min(0).max(1000).default(1).meta({ title: "Lowest bid", description: "An integer." }),
    max: z.int().min(1).max(1000).default(10).meta({ title: "Highest bid", description: "An integer." }),
  })
  .refine(({ min, max }) => min < max, { path: ["max"], params: { rule: "scale-order" } })
  .prefault({});

/** How bids are asked for. */
export const auctionFields = {
  criterion: z.string().trim().min(1).max(1000).default("contradiction").meta({
    title: "Criterion",
    description:
      "What a bid measures. “contradiction”: how far the latest message contradicts the bidder's ideas. “urge”: how much it needs to speak now. Any other text is put to the bidder as you write it.",
  }),
  scale: scale.meta({ title: "Scale", description: "The lowest and the highest bid." }),
  answer: z.enum(["tag", "structured"]).default("tag").meta({
    title: "Answer format",
    description: "“tag” asks for <7> in text; “structured” uses the provider's structured output.",
  }),
  deadlineMs: z.int().min(10).max(3_600_000).optional().meta({
    title: "Deadline",
    description:
      "Milliseconds after which missing bids count as late, once at least one has arrived. Default: no deadline.",
  }),
  attempts: z.int().min(1).max(5).default(2).meta({
    title: "Attempts",
    description: "How often a participant is asked for one bid before it counts as unreadable (0).",
  }),
};

const auction = z.strictObject(auctionFields);
/** How bids are asked for: `criterion`, `scale`, `answer`, `deadlineMs` and `attempts`. */
export interface AuctionSettings extends z.output<typeof auction> {}
