/**
 * Based on proportional-fair scheduling: Kelly, Maulloo and Tan, "Rate control for communication networks" (1998), and
 * Tse's scheduler in Viswanath, Tse and Laroia, "Opportunistic beamforming using dumb antennas" (2002), which divides a
 * user's possible rate by the rate that the user has received. This rule divides a bid by a measure of the bids that
 * recently won the bidder the floor.
 */

import { isMeant } from "../../records/bid.js";
import type { Decision, Score } from "../../records/decision.js";
import { findStanding, unitOf, usualBids } from "./bid.js";
import { latestOfEachTurn } from "./decision.js";
import { guidance } from "./model-choice.js";
import { defineRule } from "./rule.js";
import { among, tieBreak, topScore, whenScoresAsk } from "./top-score.js";

/** The share of the received amount (see `receivedBy`) that remains after each turn. */
const decay = 0.9;
/**
 * The number of latest turns that count. Any earlier turn would have less than a ten-thousandth of the latest turn's
 * weight.
 */
const turnsRemembered = 100;
const bidsRemembered = 10;
/** By how many points a participant's usual bid can exceed the median of the cast's usual bids without a deduction. */
const tolerance = 0.5;
/**
 * Returns the received amount, in points, at which a participant's bids are halved: at least 3, and more in large
 * casts, where turns are rarer.
 */
const patienceOf = (participants: number) => Math.max(3, participants - 1);

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = (sorted.length - 1) / 2;
  return mean(sorted.slice(Math.floor(middle), Math.ceil(middle) + 1));
}

const bidOf = (name: string, { bids }: Pick<Decision, "bids">) =>
  bids.find((bid) => bid.participant === name && isMeant(bid))?.value;

/**
 * Returns a weighted mean of the bids that won the participant a turn, in which later turns count more and the turns of
 * others count as 0. If the participant spoke without a bid, the turn counts as a bid of `usual`.
 */
const receivedBy = (name: string, turns: readonly Decision[], usual: number) =>
  turns.reduce((received, turn) => {
    const earned = turn.speaker === name ? (bidOf(name, turn) ?? usual) : 0;
    return decay * received + (1 - decay) * earned;
  }, 0);

export const proportionalFair = defineRule({
  name: "proportional-fair",
  description: "candidates bid, and a bid counts less if the bidder has spoken a lot lately or usually overbids",
  settings: { tieBreak, among, guidance },
  needsBids: true,
  asksModel: whenScoresAsk,
  words: {
    explain: () =>
      "The “proportional-fair” rule gives the floor to the participant with the highest score. Bids of participants who have spoken a lot lately score less.",
  },
  async select(auction) {
    const { standing, excluded } = findStanding(auction);
    const { names, scale } = auction;
    const unit = unitOf(scale);
    const round = (points: number) => Math.round((points / unit) * 1e6) * (unit / 1e6);
    const turns = latestOfEachTurn(auction.history).slice(-turnsRemembered);
    const usual = new Map<string, number>();
    for (const name of names) {
      const bids = usualBids(name, turns, bidsRemembered);
      const value = bids.length > 0 ? mean(bids) : bidOf(name, auction);
      if (value !== undefined) usual.set(name, value);
    }
    const middle = usual.size > 0 ? median([...usual.values()]) : 0;
    const scores = standing.map(({ seat, participant }): Score => {
      const { name, talkativeness = 1 } = participant;
      const bid = auction.bids.find((each) => each.seat === seat)?.value ?? 0;
      const own = usual.get(name) ?? middle;
      const excess = round(Math.max(0, own - middle - tolerance * unit));
      const received = round(receivedBy(name, turns, own));
      const divisor = 1 + received / (patienceOf(names.length) * unit);
      const total = round((Math.max(0, bid - excess) * talkativeness) / divisor);
      return { participant: name, bid, excess, received, divisor, ...(talkativeness < 1 && { talkativeness }), total };
    });
    return { ...(await topScore(auction, standing, scores)), excluded };
  },
});
