/** The rule of the bidding mode: the highest score gets the floor, ties are drawn at random. */
import { pick } from "../../domain/chance.js";
import type { BiddingConversation } from "../../state/conversation-state.js";
import type { Candidate, OpenFloor, Selection } from "./policy.js";
import { scoreBids } from "./score.js";

/** The highest score wins, ties by a draw. Who passes is left out, unless all pass: then all stand again. */
export function highestBid(auction: OpenFloor<BiddingConversation>): Selection {
  const passOf = ({ seat }: Candidate) => {
    const outcome = auction.bids.find((bid) => bid.seat === seat)?.outcome;
    return outcome === "abstained" || outcome === "hand-down" ? outcome : undefined;
  };
  const willing = auction.candidates.filter((candidate) => !passOf(candidate));
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
    excluded: auction.candidates.flatMap((candidate) => {
      const reason = standing.includes(candidate) ? undefined : passOf(candidate);
      return reason ? [{ participant: candidate.participant.name, reason }] : [];
    }),
  };
}
