/** Holds an auction: asks all candidates for bids concurrently, and continues without bids that fail or arrive late. */
import { draw } from "../chance.js";
import { RostrumError } from "../errors.js";
import type { Language } from "../language.js";
import type { CallFailure } from "../locales/error-words.js";
import { locales } from "../locales/registry.js";
import { remember } from "../memory/remember.js";
import { isFailedCall } from "../models/call-failure.js";
import type { BidRequest } from "../models/request.js";
import type { Bid, BidAttempt } from "../selection/bid.js";
import type { Participant } from "../state/participant.js";
import { BudgetExceededError } from "../usage/budget-guard.js";
import { type AskFirst, type AuctionState, type BidResult, createAskForBid, noBid } from "./ask-for-bid.js";
import { type FloorRules, openFloor, type SeatedParticipant } from "./open-floor.js";
import { sceneOf } from "./scene.js";
import { type ModeServices, seedOf } from "./services.js";
import type { StepContext } from "./step.js";

/** The highest bid of a random bidder. The lowest is 0. */
const highestRandomBid = 5;

export interface AuctionRules<State extends AuctionState> {
  readonly floor: FloorRules<State>;
  /** Called once per auction. Returns how each bidder is asked first; undefined to ask for its bid alone, which is the default. */
  readonly open?: (state: State, step: StepContext) => (request: BidRequest) => AskFirst | undefined;
}

/** One bidder's bid, with the error if its call failed. */
interface Collected {
  readonly bid: Bid;
  readonly error?: RostrumError;
}

export function createCollectBids<State extends AuctionState>(
  services: ModeServices,
  { floor: rules, open }: AuctionRules<State>,
) {
  const askForBid = createAskForBid(services);

  return async function collectBids(state: State, step: StepContext): Promise<{ bids: Bid[] }> {
    const { candidates } = openFloor(state, rules).floor;
    const turn = state.turn + 1;
    const seed = seedOf(state);
    const { criterion, scale, answer, deadlineMs } = state.bidding;
    const scene = { ...sceneOf(state), turn, conversation: remember(state) };
    const firstAsk = open?.(state, step);
    const deadline = startDeadline(step.signal, deadlineMs);

    async function ask(self: Participant, attempts: BidAttempt[]): Promise<BidResult> {
      const request = { ...scene, purpose: "bid", criterion, scale, answer, self } as const;
      const context = { ...step.call, signal: deadline.signal };
      try {
        return await askForBid(request, state, context, attempts, firstAsk?.(request));
      } catch (error) {
        if (deadline.hasPassed && !step.signal.aborted) return { ...noBid, attempts, outcome: "late" };
        throw error;
      }
    }

    async function collect({ seat, participant }: SeatedParticipant): Promise<Collected> {
      const place = { turn, seat, participant: participant.name };
      const report = (result: BidResult): Collected => {
        const bid = { ...place, ...result };
        step.emit({ type: "bid", turn, bid });
        return { bid };
      };
      // A person bids by raising a hand, which gives the floor without an auction.
      if (participant.human) return report({ ...noBid, outcome: "hand-down" });
      if (participant.bidder === "random") {
        const value = Math.floor(draw({ seed, turn, purpose: "random-bid", seat }) * (highestRandomBid + 1));
        return report({ ...noBid, outcome: "random", value });
      }
      const attempts: BidAttempt[] = [];
      try {
        const result = await ask(participant, attempts);
        if (result.outcome !== "late") deadline.bidArrived();
        return report(result);
      } catch (error) {
        if (!isFailedCall(error)) throw error;
        return { bid: { ...place, ...noBid, attempts, outcome: "failed", failure: error.message }, error };
      }
    }

    // A failure does not cancel the other calls, because a resumed run would pay for their answers again.
    const settled = await Promise.allSettled(candidates.map(collect)).finally(deadline.clear);
    step.signal.throwIfAborted();
    const rejections = settled.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    if (rejections.length > 0)
      throw rejections.find((error) => !BudgetExceededError.isInstance(error)) ?? rejections[0];
    const collected = settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const errors = collected.flatMap(({ error }) => error ?? []);
    const hasResult = collected.some(({ bid }) => bid.outcome !== "failed" && bid.outcome !== "hand-down");
    if (errors.length > 0 && !hasResult) throw allBidsFailed(errors, turn, state.language);
    const bids = collected.map(({ bid }) => bid);
    for (const bid of bids) if (bid.outcome === "failed") step.emit({ type: "bid", turn, bid });
    return { bids };
  };
}

/** Starts the deadline: bids are late `deadlineMs` after the start, but not before the first bid has arrived. */
function startDeadline(cancelled: AbortSignal, deadlineMs: number | undefined) {
  const late = new AbortController();
  const firstBid = Promise.withResolvers<void>();
  const timer =
    deadlineMs === undefined ? undefined : setTimeout(() => void firstBid.promise.then(() => late.abort()), deadlineMs);
  return {
    signal: deadlineMs === undefined ? cancelled : AbortSignal.any([cancelled, late.signal]),
    get hasPassed() {
      return late.signal.aborted;
    },
    bidArrived: firstBid.resolve,
    clear: () => clearTimeout(timer),
  };
}

/** The error of an auction in which every call failed. */
function allBidsFailed(errors: readonly RostrumError[], turn: number, language: Language): RostrumError {
  const [cause] = errors;
  const known = { purpose: "bid", turn, failed: errors.length, first: cause?.details as CallFailure, cause } as const;
  return new RostrumError("all-bids-failed", known, locales[language].errors);
}
