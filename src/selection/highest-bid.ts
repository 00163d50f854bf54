/** The rule of the bidding mode: the highest score gets the floor, ties are drawn at random. */

import { pick } from "../chance.js";
import { type Bid, isMissing } from "./bid.js";
import type { Candidate, Selection } from "./rule.js";
import { type Auction, scoreBids } from "./score.js";

/** Outcomes by which somebody does not stand for the floor. */
const passes = ["abstained", "hand-down", "failed", "late"] as const;
const isPass = (outcome: Bid["outcome"] | undefined): outcome is (typeof passes)[number] =>
  passes.some((pass) => pass === outcome);

/**
 * The highest score wins, ties by a draw. Who passes is left out, unless all pass: then all who could be asked stand again.
 */
export function highestBid(auction: Auction): Selection {
  const passOf = ({ seat }: Candidate) => {
    const outcome = auction.bids.find((bid) => bid.seat === seat)?.outcome;
    return isPass(outcome) ? outcome : undefined;
  };
  const isLost = ({ seat }: Candidate) => auction.bids.some((bid) => bid.seat === seat && isMissing(bid));
  const willing = auction.candidates.filter((candidate) => !passOf(candidate));
  // Somebody has to speak: when all pass, all stand again.
  const standing = [willing, auction.candidates.filter((candidate) => !isLost(candidate)), auction.candidates].find(
    (group) => group.length > 0,
  );
  if (!standing) throw new Error("an auction without candidates");
  const scores = scoreBids(auction, standing);
  const highest = Math.max(...scores.map(({ total }) => total));
  const tied = standing.filter((_candidate, index) => scores[index]?.total === highest);
  const draw = tied.length > 1 ? auction.draw("tie") : null;
  return {
    rule: "highest-bid",
    seat: pick(tied, draw ?? 0).seat,
    scores,
    tied: tied.map(({ participant }) => participant.name),
    draw,
    excluded: auction.candidates.flatMap((candidate) => {
      const reason = standing.includes(candidate) ? undefined : passOf(candidate);
      return reason ? [{ participant: candidate.participant.name, reason }] : [];
    }),
  };
}
