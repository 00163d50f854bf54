/** Asks one bidder for its bid, and again if the answer is unreadable. */

import { composeBidAgain } from "../models/compose.js";
import type { CallContext } from "../models/model-call.js";
import type { BidRequest } from "../models/request.js";
import { answerSchema } from "../models/structured-output.js";
import type { AuctionSettings, Bid, BidAttempt } from "../selection/bid.js";
import type { Conversation } from "../state/conversation-state.js";

import { type BidReading, parseBid, readStructuredBid } from "../text/read-bid.js";
import { callFor, type ModeServices } from "./services.js";

/** The part of the state that an auction reads. */
export type AuctionState = Conversation & { readonly bidding: AuctionSettings };

/** The result of asking one bidder. */
export type BidResult = Pick<Bid, "outcome" | "value" | "failure" | "attempts">;

/** An answer, and the bid read from it. */
export interface BidAnswer {
  readonly text: string;
  readonly reading: BidReading;
}

/** An alternative first call, such as one for bid and speech together. */
export type AskFirst = (context: CallContext) => Promise<BidAnswer>;

/** The result fields of a bidder that makes no bid. */
export const noBid = { value: 0, attempts: [] };

function bidForm({ scale: { min, max } }: BidRequest) {
  const bid = { type: ["integer", "null"], description: `A whole number from ${min} to ${max}, or null to pass.` };
  return answerSchema({ bid });
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

  /** Asks until a bid is readable or the attempts are used up. Adds every answer to `attempts`. */
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
