/** The rule of the bidding mode: the highest score gets the floor, ties are drawn at random. Who is asked by name may go first. */
import { z } from "zod";
import { pick } from "../chance.js";
import { readAddresses } from "../text/address.js";
import { findStanding, isMeant } from "./bid.js";
import type { Address, Score } from "./decision.js";
import { type Candidate, defineRule, type Selected, type SelectionContext } from "./rule.js";

const addressed = z.boolean().default(false).meta({
  title: "Addressed",
  description:
    "A participant who is asked a direct question by name gets the floor without an auction; the same two at most twice in a row.",
});

/** How many such turns in a row the same two participants may have; then the others get a chance. */
const grantLimit = 2;

/** How many of the latest turns the same two participants have granted each other. */
function grantsBetween({ history }: SelectionContext, one: string, other: string): number {
  const pair = new Set([one, other]);
  let count = 0;
  for (let index = history.length - 1; index >= 0; index -= 1) {
    const address = history[index]?.addressed;
    if (!address?.granted || !pair.has(address.by) || !pair.has(address.participant)) break;
    count += 1;
  }
  return count;
}

/** The candidate whom the latest message asks; of several, the one who is asked last. */
export function findAddress(context: SelectionContext): (Address & { readonly candidate: Candidate }) | undefined {
  const { latest, candidates, names } = context;
  if (!latest) return undefined;
  const asked = readAddresses(latest.text, names).asked.filter((name) => name !== latest.speaker);
  const candidateOf = (name: string) => candidates.find(({ participant }) => participant.name === name);
  const candidate = candidateOf(asked.findLast(candidateOf) ?? "");
  if (!candidate) return undefined;
  const { name } = candidate.participant;
  const granted = grantsBetween(context, latest.speaker, name) < grantLimit;
  return { by: latest.speaker, participant: name, granted, candidate };
}

/** Gives the floor to the participant who was asked, else follows `rule`. The record mentions the question in both cases. */
export function answerFirst(context: SelectionContext, rule: () => Selected): Selected {
  const found = findAddress(context);
  if (!found) return rule();
  const { candidate, ...address } = found;
  if (address.granted) return { rule: "addressed", seat: candidate.seat, addressed: address };
  const selected = rule();
  return selected && typeof selected === "object" ? { ...selected, addressed: address } : selected;
}

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

/** Turns since the candidate spoke last, or since the conversation began. */
function turnsWaited({ turn, history }: Auction, name: string): number {
  const lastTurn = history.findLast((decision) => decision.speaker === name)?.turn ?? 0;
  return turn - 1 - lastTurn;
}

/**
 * The mean of the owner's latest readable bids. Before the first one, the mean of everybody's bids this turn, so that newcomers
 * start neither ahead nor behind.
 */
function recentMean({ bids, history, settings: { centre } }: Auction, name: string): number {
  const own: number[] = [];
  for (let index = history.length - 1; index >= 0 && own.length < centre; index -= 1) {
    const bid = history[index]?.bids.find(({ participant }) => participant === name);
    if (bid && isMeant(bid)) own.push(bid.value);
  }
  const values = own.length > 0 ? own : bids.filter(isMeant).map(({ value }) => value);
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Rounds off the last digits, which depend on the order of adding: a tie must not. */
const round = (value: number) => Math.round(value * 1e6) / 1e6;

/** Whom the latest message mentions in passing, where that counts. */
function mentionedIn({ latest, names, settings: { addressed: counts } }: Auction): ReadonlySet<string> {
  if (!counts || !latest) return new Set();
  return new Set(readAddresses(latest.text, names).mentioned.filter((name) => name !== latest.speaker));
}

/** What each candidate's bid is worth, in the order given. */
function scoreBids(auction: Auction, candidates: readonly Candidate[]): Score[] {
  const { aging, centre, mentionPoints } = auction.settings;
  const mentioned = mentionedIn(auction);
  return candidates.map(({ seat, participant: { name } }) => {
    const bid = auction.bids.find((each) => each.seat === seat)?.value ?? 0;
    const score = {
      bid,
      aging: round(aging * turnsWaited(auction, name)),
      mention: mentioned.has(name) ? mentionPoints : 0,
      centre: centre === 0 ? 0 : round(recentMean(auction, name)),
    };
    return { participant: name, ...score, total: round(bid + score.aging + score.mention - score.centre) };
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
