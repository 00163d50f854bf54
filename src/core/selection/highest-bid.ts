import { z } from "zod/v4";
import { isMeant } from "../../records/bid.js";
import type { Score } from "../../records/decision.js";
import { readAddresses } from "../text/address.js";
import { addressed } from "./addressed.js";
import { findStanding, unitOf, usualBids } from "./bid.js";
import { latestOfEachTurn, turnsWaited } from "./decision.js";
import { guidance } from "./model-choice.js";
import { type Candidate, defineRule, type SelectionContext } from "./rule.js";
import { among, tieBreak, topScore, whenScoresAsk } from "./top-score.js";

const settings = {
  aging: z.number().min(0).max(1000).default(0).meta({
    title: "Aging",
    description:
      "For “highest-bid”: points added to a bid for every turn that the bidder has waited. A point is a ninth of the scale: 1 on the default scale.",
  }),
  centre: z.int().min(0).max(100).default(0).meta({
    title: "Centre",
    description:
      "For “highest-bid”: how many of a bidder's latest bids are averaged. The average is subtracted from that bidder's next bid, so always bidding the maximum gains little. At 0, nothing is subtracted. Bids made right after the bidder's own speech do not count.",
  }),
  addressed,
  mentionPoints: z.number().min(0).max(1000).default(1).meta({
    title: "Mention points",
    description:
      "For “highest-bid”, if “addressed” is set: points added to the bid of a participant whom the latest message mentions in passing. For the size of a point, see “aging”.",
  }),
  tieBreak,
  among,
  guidance,
};

type Auction = SelectionContext<z.output<z.ZodObject<typeof settings>>>;

/**
 * Returns the mean of the bidder's latest bids. For a bidder without earlier bids that count, returns the mean of this
 * turn's bids, so that the subtraction neither favors nor penalizes the bidder.
 */
function recentMean({ bids, history, settings: { centre } }: Auction, name: string): number {
  const own = usualBids(name, latestOfEachTurn(history), centre);
  const values = own.length > 0 ? own : bids.filter(isMeant).map(({ value }) => value);
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Rounds off floating-point errors. They depend on the order of additions, and could otherwise break ties. */
const round = (value: number) => Math.round(value * 1e6) / 1e6;

function scoreBids(auction: Auction, candidates: readonly Candidate[]): Score[] {
  const { settings, latest, names } = auction;
  const unit = unitOf(auction.scale);
  const mentioned = settings.addressed && latest ? readAddresses(latest.text, names).mentioned : [];
  return candidates.map(({ seat, participant }) => {
    const { name, talkativeness = 1 } = participant;
    const bid = auction.bids.find((each) => each.seat === seat)?.value ?? 0;
    const aging = round(settings.aging * unit * turnsWaited(auction, name));
    const mention = mentioned.includes(name) && name !== latest?.speaker ? round(settings.mentionPoints * unit) : 0;
    const centre = settings.centre === 0 ? 0 : round(recentMean(auction, name));
    const total = round((bid + aging + mention) * talkativeness - centre);
    return { participant: name, bid, aging, mention, centre, ...(talkativeness < 1 && { talkativeness }), total };
  });
}

export const highestBid = defineRule({
  name: "highest-bid",
  description: "candidates bid, and the highest score wins",
  settings,
  needsBids: true,
  asksModel: whenScoresAsk,
  words: { explain: () => "The “highest-bid” rule gives the floor to the participant with the highest score." },
  async select(auction) {
    const { standing, excluded } = findStanding(auction);
    const scores = scoreBids(auction, standing);
    return { ...(await topScore(auction, standing, scores)), excluded };
  },
});
