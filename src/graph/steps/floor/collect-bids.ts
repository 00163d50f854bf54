/**
 * Asks the candidates' models for bids concurrently, or for all bids in one call (a panel). The auction continues
 * without bids that fail or arrive late, unless all bids fail.
 */
import { draw } from "../../../base/chance.js";
import { remember } from "../../../core/memory/remember.js";
import type { BidRequest } from "../../../core/model-request.js";
import type { AuctionSettings } from "../../../core/selection/bid.js";
import type { Participant } from "../../../core/state/participant.js";
import { BudgetExceededError } from "../../../core/usage/task-usage.js";
import { RostrumError } from "../../../errors/rostrum-error.js";
import type { Bid, BidAttempt } from "../../../records/bid.js";
import type { CallFailure } from "../../../words/error-parameters.js";
import { type Language, locales } from "../../../words/registry.js";
import { isFailedCall } from "../../models/call-failure.js";
import type { CallContext } from "../../models/model-call.js";
import { type Conversation, collected } from "../../state/conversation-state.js";
import { isAskedForBids } from "../run/scene-rules.js";
import { sceneOf, seedOf } from "../run/services.js";
import type { StepContext } from "../run/step-context.js";
import { askForBid, type BidAnswer } from "./ask-for-bid.js";
import { askPanel, type PanelAnswers } from "./ask-panel.js";
import { BidDeadline } from "./bid-deadline.js";
import { type FloorRules, openFloor, type SeatedParticipant } from "./open-floor.js";

export const bidsChannel = collected<Bid>("The latest auction.", (_earlier, latest) => latest);

type AuctionState = Conversation & { readonly bidding: AuctionSettings };

/** Makes a bidder's first call instead of `askForBid`, for example to ask for the bid and the speech together. */
export type FirstCall = (context: CallContext) => Promise<BidAnswer>;

type FirstCallFor = (request: BidRequest) => FirstCall | undefined;

type PrepareFirstCalls<State> = (state: State, bidders: readonly Participant[], step: StepContext) => FirstCallFor;

interface Auction {
  readonly state: AuctionState;
  readonly step: StepContext;
  readonly turn: number;
  readonly bidders: number;
  readonly request: Omit<BidRequest, "self">;
  readonly deadline: BidDeadline;
  /** The context of the auction's calls, which the deadline cancels. */
  readonly context: CallContext;
  readonly firstCallFor: FirstCallFor | undefined;
  readonly panel: Promise<PanelAnswers> | undefined;
}

type BidResult = Pick<Bid, "outcome" | "value" | "reason" | "failure" | "attempts">;

interface CollectedBid {
  readonly bid: Bid;
  readonly error?: RostrumError;
}

const noBid = { value: 0, attempts: [] };

/** The lowest random bid is 0. */
const highestRandomBid = 5;

export function createCollectBids<State extends AuctionState>(
  rules: FloorRules<State>,
  prepareFirstCalls?: PrepareFirstCalls<State>,
) {
  return async function collectBids(state: State, step: StepContext): Promise<{ bids: Bid[] }> {
    const { candidates } = openFloor(state, rules).floor;
    const auction = openAuction(state, candidates, step, prepareFirstCalls);
    // Waits for all calls, even if one throws. Otherwise, the usage of calls that are still running would be lost.
    const settled = await Promise.allSettled(candidates.map((candidate) => collectBid(auction, candidate)));
    auction.deadline.clear();
    step.signal.throwIfAborted();
    const collected = fulfilled(settled);
    const bids = collected.map(({ bid }) => bid);
    const errors = collected.flatMap(({ error }) => error ?? []);
    const hasResult = bids.some(({ outcome }) => outcome !== "failed" && outcome !== "hand-down");
    if (errors.length > 0 && !hasResult) throw allBidsFailed(errors, auction.turn, state.language);
    const { turn, bidders } = auction;
    for (const bid of bids) if (bid.outcome === "failed") step.emit({ type: "bid", turn, bid, bidders });
    return { bids };
  };
}

function openAuction<State extends AuctionState>(
  state: State,
  candidates: readonly SeatedParticipant[],
  step: StepContext,
  prepareFirstCalls: PrepareFirstCalls<State> | undefined,
): Auction {
  const turn = state.turn + 1;
  const { criterion, scale, anchors, by, reason, deadlineMs } = state.bidding;
  const answer = reason ? "structured" : state.bidding.answer;
  const scene = { ...sceneOf(state), turn, conversation: remember(state), criterion, scale, anchors, reason };
  const deadline = new BidDeadline(step.signal, deadlineMs);
  const context = { ...step.call, signal: deadline.signal };
  const asked = candidates.map(({ participant }) => participant).filter(isAskedForBids);
  const firstCallFor = prepareFirstCalls?.(state, asked, step);
  // For a single bidder, a panel would save no call.
  const hasPanel = by === "panel" && asked.length > 1;
  const panel = hasPanel
    ? askPanel({ ...scene, purpose: "bid-panel", candidates: asked }, state, context, step)
    : undefined;
  const request = { ...scene, purpose: "bid", answer } as const;
  return { state, step, turn, bidders: candidates.length, request, deadline, context, firstCallFor, panel };
}

/** Emits the bid's event, unless the call failed: `collectBids` then emits it once the auction has a result. */
async function collectBid(auction: Auction, candidate: SeatedParticipant): Promise<CollectedBid> {
  const { turn, step, bidders } = auction;
  const { seat, participant } = candidate;
  const bidder = { turn, seat, participant: participant.name };
  const attempts: BidAttempt[] = [];
  try {
    const result = bidWithoutCall(auction, candidate) ?? (await askBidder(auction, participant, attempts));
    const bid = { ...bidder, ...result };
    step.emit({ type: "bid", turn, bid, bidders });
    return { bid };
  } catch (error) {
    if (!isFailedCall(error)) throw error;
    return { bid: { ...bidder, ...noBid, attempts, outcome: "failed", failure: error.message }, error };
  }
}

function bidWithoutCall({ state, turn }: Auction, { seat, participant }: SeatedParticipant): BidResult | undefined {
  // People bid by raising a hand, which gives them the floor without an auction.
  if (participant.human) return { ...noBid, outcome: "hand-down" };
  if (participant.bidder !== "random") return undefined;
  const chance = draw({ seed: seedOf(state), turn, purpose: "random-bid", seat });
  return { ...noBid, outcome: "random", value: Math.floor(chance * (highestRandomBid + 1)) };
}

/** Adds every answer to `attempts`, so that earlier answers are recorded even if a later call fails. */
async function askBidder(auction: Auction, self: Participant, attempts: BidAttempt[]): Promise<BidResult> {
  const { step, deadline } = auction;
  try {
    const result = await askUntilReadable(auction, self, attempts);
    deadline.bidArrived();
    return result ?? { ...noBid, attempts, outcome: "unreadable" };
  } catch (error) {
    if (deadline.hasPassed && !step.signal.aborted) return { ...noBid, attempts, outcome: "late" };
    throw error;
  }
}

async function askUntilReadable(
  { state, step, context, request: shared, firstCallFor, panel }: Auction,
  self: Participant,
  attempts: BidAttempt[],
): Promise<BidResult | undefined> {
  const request = { ...shared, self };
  const firstCall = firstCallFor?.(request);
  const fromPanel = (await panel)?.get(self.name);
  if (fromPanel) {
    attempts.push(attemptOf(fromPanel));
    if (fromPanel.reading.ok) return resultOf(fromPanel.reading, attempts);
  }
  // The panel's answer is not the participant's own, so it does not count as one of the participant's attempts.
  const own: BidAttempt[] = [];
  while (own.length < state.bidding.attempts) {
    const isFirst = own.length === 0;
    const answer = await (isFirst && firstCall ? firstCall(context) : askForBid(request, own, state, context, step));
    const attempt = attemptOf(answer);
    own.push(attempt);
    attempts.push(attempt);
    if (answer.reading.ok) return resultOf(answer.reading, attempts);
  }
  return undefined;
}

const attemptOf = ({ text, reading }: BidAnswer): BidAttempt => ({
  answer: text,
  problem: reading.ok ? null : reading.problem,
});

function resultOf(
  { value, reason }: Extract<BidAnswer["reading"], { ok: true }>,
  attempts: readonly BidAttempt[],
): BidResult {
  const outcome = value === null ? "abstained" : "bid";
  return { ...(reason !== undefined && { reason }), attempts, outcome, value: value ?? 0 };
}

/**
 * Returns the values. If promises were rejected, throws the first of their errors. Prefers other errors to a
 * `BudgetExceededError`, which would hide them.
 */
function fulfilled<Value>(settled: readonly PromiseSettledResult<Value>[]): Value[] {
  const errors = settled.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  if (errors.length > 0) throw errors.find((error) => !(error instanceof BudgetExceededError)) ?? errors[0];
  return settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}

function allBidsFailed(errors: readonly RostrumError[], turn: number, language: Language): RostrumError {
  const [cause] = errors;
  const first = cause?.details as CallFailure;
  const parameters = { purpose: "bid", turn, failed: errors.length, first, cause } as const;
  return new RostrumError("all-bids-failed", parameters, locales[language].errors);
}
