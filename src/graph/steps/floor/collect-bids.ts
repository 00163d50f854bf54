/** Holds an auction: asks all candidates for bids concurrently, and continues without bids that fail or arrive late. */
import { draw } from "../../../base/chance.js";
import { remember } from "../../../core/memory/remember.js";
import type { BidRequest, PanelRequest } from "../../../core/model-request.js";
import type { AuctionSettings } from "../../../core/selection/bid.js";
import type { Participant } from "../../../core/state/participant.js";
import { type BidReading, parseBid, readObject, readStructuredBid } from "../../../core/text/read-answer.js";
import { BudgetExceededError } from "../../../core/usage/task-usage.js";
import { RostrumError } from "../../../errors/rostrum-error.js";
import type { Bid, BidAttempt } from "../../../records/bid.js";
import type { CallFailure } from "../../../words/error-parameters.js";
import type { Language } from "../../../words/registry.js";
import { locales } from "../../../words/registry.js";
import { isFailedCall, isRefused } from "../../models/call-failure.js";
import { askAgain } from "../../models/compose.js";
import type { CallContext } from "../../models/model-call.js";
import { answerSchema, objectSchema } from "../../models/structured-output.js";
import { type Conversation, collected } from "../../state/conversation-state.js";
import { isAskedForBids } from "../run/scene-rules.js";
import { callFor, promptsFor, sceneOf, seedOf } from "../run/services.js";
import type { StepContext } from "../run/step-context.js";
import { type FloorRules, openFloor, type SeatedParticipant } from "./open-floor.js";

export const bidsChannel = collected<Bid>("The latest auction.", (_earlier, latest) => latest);

type AuctionState = Conversation & { readonly bidding: AuctionSettings };

/** A bid as it was answered, and as it was read. */
interface BidAnswer {
  readonly text: string;
  readonly reading: BidReading;
}

/** The fields of a structured bid. The reason comes first, so that the model thinks before it bids. */
const bidProperties = ({ scale: { min, max }, reason }: Pick<BidRequest, "scale" | "reason">) => ({
  ...(reason ? { reason: { type: "string", description: "Why, in one sentence." } } : {}),
  bid: { type: ["integer", "null"], description: `A whole number from ${min} to ${max}, or null to pass.` },
});

type BidResult = Pick<Bid, "outcome" | "value" | "reason" | "failure" | "attempts">;

/** An alternative first call, such as one for bid and speech together. */
export type AskFirst = (context: CallContext) => Promise<BidAnswer>;

const noBid = { value: 0, attempts: [] };

/** The highest bid of a random bidder. The lowest is 0. */
const highestRandomBid = 5;

/** Called once per auction. Returns how each bidder is asked first; undefined to ask for its bid alone. */
type OpenAuction<State> = (
  state: State,
  bidders: readonly Participant[],
  step: StepContext,
) => (request: BidRequest) => AskFirst | undefined;

export function createCollectBids<State extends AuctionState>(rules: FloorRules<State>, open?: OpenAuction<State>) {
  async function askForBid(
    request: BidRequest,
    state: AuctionState,
    attempts: readonly BidAttempt[],
    context: CallContext,
    step: StepContext,
  ): Promise<BidAnswer> {
    const { bidAgain } = promptsFor(step, state);
    const question = callFor(step, state, request);
    const call = askAgain(question, attempts, ({ problem }) => bidAgain(request, problem ?? "no-bid"));
    if (request.answer === "tag") {
      const text = await step.services.caller.text(call, context);
      return { text, reading: parseBid(text, request.scale) };
    }
    const text = await step.services.caller.structured(call, answerSchema(bidProperties(request)), context);
    return { text, reading: readStructuredBid(readObject(text), request.scale) };
  }

  return async function collectBids(state: State, step: StepContext): Promise<{ bids: Bid[] }> {
    const { candidates } = openFloor(state, rules).floor;
    const turn = state.turn + 1;
    const seed = seedOf(state);
    const { criterion, scale, anchors, by, reason, deadlineMs } = state.bidding;
    const answer = reason ? "structured" : state.bidding.answer;
    const scene = { ...sceneOf(state), turn, conversation: remember(state), criterion, scale, anchors, reason };
    const deadline = startDeadline(step.signal, deadlineMs);
    const context = { ...step.call, signal: deadline.signal };
    const bidders = candidates.map(({ participant }) => participant).filter(isAskedForBids);
    const firstAsk = open?.(state, bidders, step);
    // A panel of one would be a call like any other.
    const panel =
      by === "panel" && bidders.length > 1
        ? askPanel(state, { ...scene, purpose: "bid-panel", candidates: bidders }, context, step)
        : undefined;

    /** Asks until a bid is readable or the attempts are used up. Adds every answer to `attempts`. */
    async function ask(self: Participant, attempts: BidAttempt[]): Promise<BidResult> {
      const request = { ...scene, purpose: "bid", answer, self } as const;
      const read = ({ text, reading }: BidAnswer): BidResult | undefined => {
        attempts.push({ answer: text, problem: reading.ok ? null : reading.problem });
        if (!reading.ok) return undefined;
        const { value, ok: _ok, ...given } = reading;
        return { ...given, attempts, outcome: value === null ? "abstained" : "bid", value: value ?? 0 };
      };
      try {
        let askNext = firstAsk?.(request);
        const ofPanel = (await panel)?.get(self.name);
        let result = ofPanel && read(ofPanel);
        // The participant itself has answered nothing yet.
        const asked = attempts.length;
        while (!result && attempts.length - asked < state.bidding.attempts) {
          const own = attempts.slice(asked);
          result = read(await (askNext?.(context) ?? askForBid(request, state, own, context, step)));
          askNext = undefined;
        }
        return result ?? { ...noBid, attempts, outcome: "unreadable" };
      } catch (error) {
        if (deadline.hasPassed && !step.signal.aborted) return { ...noBid, attempts, outcome: "late" };
        throw error;
      }
    }

    async function collect({
      seat,
      participant,
    }: SeatedParticipant): Promise<{ readonly bid: Bid; readonly error?: RostrumError }> {
      const place = { turn, seat, participant: participant.name };
      const report = (result: BidResult) => {
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
      throw rejections.find((error) => !(error instanceof BudgetExceededError)) ?? rejections[0];
    const collected = settled.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const errors = collected.flatMap(({ error }) => error ?? []);
    const bids = collected.map(({ bid }) => bid);
    const hasResult = bids.some(({ outcome }) => outcome !== "failed" && outcome !== "hand-down");
    if (errors.length > 0 && !hasResult) throw allBidsFailed(errors, turn, state.language);
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

function allBidsFailed(errors: readonly RostrumError[], turn: number, language: Language): RostrumError {
  const [cause] = errors;
  const known = { purpose: "bid", turn, failed: errors.length, first: cause?.details as CallFailure, cause } as const;
  return new RostrumError("all-bids-failed", known, locales[language].errors);
}

/** The bids in a panel's answer by name. An entry for nobody is ignored; several different ones for one participant are no bid. */
function readPanel(answer: string, { candidates, cast, scale }: Omit<PanelRequest, "purpose">) {
  const { bids } = readObject(answer);
  const entries: unknown[] = Array.isArray(bids) ? bids : [];
  const found = candidates.map(({ name }): [string, BidAnswer] => {
    const number = 1 + cast.findIndex((each) => each.name === name);
    const isOwn = (entry: unknown) =>
      [number, String(number), name].includes((entry as { participant?: never })?.participant as never);
    const own = entries.filter(isOwn);
    const readings = own.map((entry) => readStructuredBid(entry, scale));
    const [first] = readings;
    const isOne = readings.every((reading) => reading.ok && first?.ok && reading.value === first.value);
    const several: BidReading = { ok: false, problem: "several-bids" };
    const reading = readings.length > 1 && !isOne ? several : (first ?? { ok: false, problem: "no-bid" });
    return [name, { text: own.map((entry) => JSON.stringify(entry)).join("\n"), reading }];
  });
  return new Map(found);
}

/** Asks the panel. If its call fails, returns no bids and records a warning, so that everybody is asked alone. */
async function askPanel(
  state: Conversation,
  request: PanelRequest,
  context: CallContext,
  step: StepContext,
): Promise<ReadonlyMap<string, BidAnswer>> {
  const entry = objectSchema({
    participant: { type: "integer", description: "The participant's number." },
    ...bidProperties(request),
  });
  const schema = answerSchema({ bids: { type: "array", items: entry } });
  try {
    return readPanel(await step.services.caller.structured(callFor(step, state, request), schema, context), request);
  } catch (error) {
    // A rejected key would fail every further call.
    if (!isFailedCall(error) || isRefused(error) || context.signal.aborted) throw error;
    step.usage.warnings.push({ purpose: "bid-panel", participant: "", reason: error.message });
    return new Map();
  }
}
