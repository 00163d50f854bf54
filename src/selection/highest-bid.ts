/** The rule of the bidding mode: the highest score gets the floor; a draw breaks ties. */
import { z } from "zod";
import { pick } from "../chance.js";
import { readAddresses } from "../text/address.js";
import { addressed } from "./addressed.js";
import { findStanding, isMeant } from "./bid.js";
import type { Score } from "./decision.js";
import { type Candidate, defineRule, type SelectionContext } from "./rule.js";

const settings = {
  aging: z.number().min(0).max(1000).default(0).meta({
    title: "Aging",
    description: "Points added to a bid for every turn its owner has waited.",
  }),
  centre: z.int().min(0).max(100).default(0).meta({
    title: "Centre",
    description:
      "Subtracts the mean of its owner's latest bids from each bid, so that bidding the maximum every time gains nothing: over how many bids; 0 turns it off.",
  }),
  addressed,
  mentionPoints: z.number().min(0).max(1000).default(1).meta({
    title: "Mention points",
    description:
      "With “addressed”: points added to the bid of a participant whom the latest message mentions in passing.",
  }),
};

type Auction = SelectionContext<z.output<z.ZodObject<typeof settings>>>;

/** Turns since the candidate last spoke, or since the conversation began. */
const turnsWaited = ({ turn, history }: Auction, name: string) =>
  turn - 1 - (history.findLast((decision) => decision.speaker === name)?.turn ?? 0);

/** The mean of a bidder's latest bids. Newcomers get the mean of this turn's bids, so that they start neither ahead nor behind. */
function recentMean({ bids, history, settings: { centre } }: Auction, name: string): number {
  const own: number[] = [];
  for (let index = history.length - 1; index >= 0 && own.length < centre; index -= 1) {
    const bid = history[index]?.bids.find(({ participant }) => participant === name);
    if (bid && isMeant(bid)) own.push(bid.value);
  }
  const values = own.length > 0 ? own : bids.filter(isMeant).map(({ value }) => value);
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Rounds off the last digits, which depend on the order of additions, so that ties do not. */
const round = (value: number) => Math.round(value * 1e6) / 1e6;

/** The candidates' scores, in the order given. */
function scoreBids(auction: Auction, candidates: readonly Candidate[]): Score[] {
  const { settings, latest, names } = auction;
  const mentioned = settings.addressed && latest ? readAddresses(latest.text, names).mentioned : [];
  return candidates.map(({ seat, participant: { name } }) => {
    const bid = auction.bids.find((each) => each.seat === seat)?.value ?? 0;
    const aging = round(settings.aging * turnsWaited(auction, name));
    const mention = mentioned.includes(name) && name !== latest?.speaker ? settings.mentionPoints : 0;
    const centre = settings.centre === 0 ? 0 : round(recentMean(auction, name));
    return { participant: name, bid, aging, mention, centre, total: round(bid + aging + mention - centre) };
  });
}

export const highestBid = defineRule({
  name: "highest-bid",
  description: "every candidate bids, and the highest bid speaks",
  settings,
  needsBids: true,
  select(auction) {
    const { standing, excluded } = findStanding(auction);
    const scores = scoreBids(auction, standing);
    const highest = Math.max(...scores.map(({ total }) => total));
    const tied = standing.filter((_candidate, index) => scores[index]?.total === highest);
    const draw = tied.length > 1 ? auction.draw("tie") : null;
    const { seat } = pick(tied, draw ?? 0);
    return { seat, scores, tied: tied.map(({ participant }) => participant.name), draw, excluded };
  },
});
