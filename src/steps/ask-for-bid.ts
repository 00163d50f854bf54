/** Asks one bidder for its bid, again where the answer cannot be read. */
import { answerForm } from "../models/answer-form.js";
import { composeBidAgain } from "../models/compose.js";
import type { CallContext } from "../models/model-call.js";
import type { BidRequest } from "../models/request.js";
import type { AuctionSettings, Bid, BidAttempt } from "../selection/bid.js";
import type { Conversation } from "../state/conversation-state.js";

import { type BidReading, parseBid, readStructuredBid } from "../text/read-bid.js";
import { callFor, type ModeServices } from "./services.js";

/** The part of a state that bids are asked for by. */
export type AuctionState = Conversation & { readonly bidding: AuctionSettings };

/** What came of asking one bidder. */
export type BidResult = Pick<Bid, "outcome" | "value" | "failure" | "attempts">;

/** An answer, and the bid that was read in it. */
export interface BidAnswer {
  readonly text: string;
  readonly reading: BidReading;
}

/** Another way of asking for the first time, such as for bid and speech in one call. */
export type AskFirst = (context: CallContext) => Promise<BidAnswer>;

export const noBid = { value: 0, attempts: [] };

function bidForm({ scale: { min, max } }: BidRequest) {
  const bid = { type: ["integer", "null"], description: `A whole number from ${min} to ${max}, or null to pass.` };
  return answerForm({ bid });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function createAskForBid(services: ModeServices) {
  async function askOnce(
    request: BidRequest,
    state: AuctionState,
    attempts: readonly BidAttempt[],
    context: CallContext,
  ): Promise<BidAnswer> {
    const call = callFor(services, state, request, context, (catalog, asked) =>
      composeBidAgain(catalog, asked, attempts),
    );
    if (request.answer === "tag") {
      const text = await services.caller.text(call, context);
      return { text, reading: parseBid(text, request.scale) };
    }
    const text = await services.caller.structured(call, bidForm(request), context);
    return { text, reading: readStructuredBid(parseJson(text), request.scale) };
  }

  /** Asks until a bid can be read, at most as often as the settings allow. Adds every answer to `attempts`. */
  return async function askForBid(
    request: BidRequest,
    state: AuctionState,
    context: CallContext,
    attempts: BidAttempt[],
    askFirst: AskFirst = (first) => askOnce(request, state, [], first),
  ): Promise<BidResult> {
    while (attempts.length < state.bidding.attempts) {
      const asking = attempts.length === 0 ? askFirst(context) : askOnce(request, state, attempts, context);
      const { text: answer, reading } = await asking;
      attempts.push({ answer, problem: reading.ok ? null : reading.problem });
      if (!reading.ok) continue;
      return { attempts, outcome: reading.value === null ? "abstained" : "bid", value: reading.value ?? 0 };
    }
    return { ...noBid, attempts, outcome: "unreadable" };
  };
}
