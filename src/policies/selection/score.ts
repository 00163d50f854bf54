/** What a bid is worth: the bid itself, more for those who waited, less for those who always shout. */
import { isMeant } from "../../domain/bid.js";
import type { Score } from "../../domain/decision.js";
import type { Auction, Candidate } from "./policy.js";

/** Turns since the candidate spoke last, or since the conversation began. */
function turnsWaited({ turn, history }: Auction, name: string): number {
  const lastTurn = history.findLast((decision) => decision.speaker === name)?.turn ?? 0;
  return turn - 1 - lastTurn;
}

/**
 * The mean of the owner's last bids that said something. Before the first one, the mean of everybody's bids this turn, so
 * that newcomers start neither ahead nor behind.
 */
function recentMean({ bids, history, settings }: Auction, name: string): number {
  const own: number[] = [];
  for (let index = history.length - 1; index >= 0 && own.length < settings.centre; index -= 1) {
    const bid = history[index]?.bids.find(({ participant }) => participant === name);
    if (bid && isMeant(bid)) own.push(bid.value);
  }
  const values = own.length > 0 ? own : bids.filter(isMeant).map(({ value }) => value);
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sums of fractions differ in their last digits by the order of adding; a tie must not. */
const round = (value: number) => Math.round(value * 1e6) / 1e6;

export function scoreBid(auction: Auction, { seat, participant: { name } }: Candidate): Score {
  const bid = auction.bids.find((each) => each.seat === seat)?.value ?? 0;
  const aging = round(auction.settings.aging * turnsWaited(auction, name));
  const centre = auction.settings.centre === 0 ? 0 : round(recentMean(auction, name));
  return { participant: name, bid, aging, centre, total: round(bid + aging - centre) };
}
