/** The channel of the latest auction's bids, for modes in which participants bid. */
import type { Bid } from "../selection/bid.js";
import { collected } from "../state/conversation-state.js";

/** Keeps the bids of the latest auction only, in seat order, so that the order in which they arrive leaves no trace. */
function collectBids(current: Bid[], update: Bid[]): Bid[] {
  const turn = update.reduce((latest, bid) => Math.max(latest, bid.turn), current[0]?.turn ?? 0);
  const added = update.filter((bid) => bid.turn === turn);
  const kept = current.filter((bid) => bid.turn === turn && !added.some(({ seat }) => seat === bid.seat));
  return [...kept, ...added].sort((left, right) => left.seat - right.seat);
}

export const bidsChannel = collected<Bid>("The latest auction.", collectBids);
