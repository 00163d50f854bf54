/** What a bid is worth: the bid itself, more for those who waited or were named, less for those who always shout. */

import type { BiddingConversation, Conversation } from "../state/conversation-state.js";
import { readAddresses } from "../text/address.js";
import { isMeant } from "./bid.js";
import type { Score } from "./decision.js";
import type { Candidate, SelectionContext } from "./rule.js";

/** All that bids are weighed by. */
export type Auction = SelectionContext<Conversation & Pick<BiddingConversation, "selection">>;

/** Turns since the candidate spoke last, or since the conversation began. */
function turnsWaited({ turn, history }: Auction, name: string): number {
  const lastTurn = history.findLast((decision) => decision.speaker === name)?.turn ?? 0;
  return turn - 1 - lastTurn;
}

/**
 * The mean of the owner's last bids that said something. Before the first one, the mean of everybody's bids this turn, so
 * that newcomers start neither ahead nor behind.
 */
function recentMean({ bids, history, state }: Auction, name: string): number {
  const { centre } = state.selection;
  const own: number[] = [];
  for (let index = history.length - 1; index >= 0 && own.length < centre; index -= 1) {
    const bid = history[index]?.bids.find(({ participant }) => participant === name);
    if (bid && isMeant(bid)) own.push(bid.value);
  }
  const values = own.length > 0 ? own : bids.filter(isMeant).map(({ value }) => value);
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sums of fractions differ in their last digits by the order of adding; a tie must not. */
const round = (value: number) => Math.round(value * 1e6) / 1e6;

/** Whom the latest message names in passing, where that counts. */
function mentionedIn({ latest, state }: Auction): ReadonlySet<string> {
  if (!state.selection.addressed || !latest) return new Set();
  const names = state.participants.map(({ name }) => name);
  return new Set(readAddresses(latest.text, names).mentioned.filter((name) => name !== latest.speaker));
}

/** What each candidate's bid is worth, in the order given. */
export function scoreBids(auction: Auction, candidates: readonly Candidate[]): Score[] {
  const { aging, centre, mentionPoints } = auction.state.selection;
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
