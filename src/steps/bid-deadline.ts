/** Gives up the bids that are not in by the deadline, once there is one to go by: an auction needs at least that. */

interface Auction {
  readonly hasOne: Promise<void>;
  readonly isIn: () => void;
}

/** One for each step of each run: only there are bids asked for together. */
const auctions = new WeakMap<AbortSignal, Auction>();

function auctionOf(step: AbortSignal): Auction {
  const known = auctions.get(step);
  if (known) return known;
  let isIn = () => {};
  const hasOne = new Promise<void>((resolve) => {
    isIn = resolve;
  });
  const auction = { hasOne, isIn };
  auctions.set(step, auction);
  return auction;
}

/**
 * What `ask` comes to; undefined where it came too late. Its signal is aborted then, or with `step`, which all bidders of the
 * auction share. Without a deadline everybody is waited for.
 */
export async function inTime<Answer>(
  step: AbortSignal,
  deadlineMs: number | undefined,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | undefined> {
  if (deadlineMs === undefined) return ask(step);
  const auction = auctionOf(step);
  const late = new AbortController();
  const timer = setTimeout(() => void auction.hasOne.then(() => late.abort()), deadlineMs);
  try {
    const answer = await ask(AbortSignal.any([step, late.signal]));
    auction.isIn();
    return answer;
  } catch (error) {
    if (late.signal.aborted && !step.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
