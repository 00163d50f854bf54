/** The rule of the bidding mode: the highest score gets the floor, ties are drawn at random. */
import { pick } from "../../domain/chance.js";
import type { BiddingConversation } from "../../state/conversation-state.js";
import type { Candidate, OpenFloor, Selection } from "./policy.js";
import { scoreBids } from "./score.js";

/** The highest score wins, ties by a draw. Who passes is left out, unless all pass: then all stand again. */
export function highestBid(auction: OpenFloor<BiddingConversation>): Selection {
  const passed = ({ seat }: Candidate) => auction.bids.some((bid) => bid.seat === seat && bid.outcome === "abstained");
  const willing = auction.candidates.filter((candidate) => !passed(candidate));
  // Somebody has to speak: when all pass, all stand again.
  const standing = willing.length > 0 ? willing : auction.candidates;
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
    excluded: auction.candidates
      .filter((candidate) => !standing.includes(candidate))
      .map(({ participant }) => ({ participant: participant.name, reason: "abstained" })),
  };
}
