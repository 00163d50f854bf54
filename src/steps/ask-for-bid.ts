/** Asks one bidder for its bid, and says why there is none where the others' go on without it. */

import { RostrumError } from "../errors.js";
import { allBidsFailedWords } from "../locales/failure-words.js";
import { answerForm } from "../models/answer-form.js";
import { isFailedCall } from "../models/call-failure.js";
import { composeBidAgain } from "../models/compose.js";
import type { CallContext } from "../models/model-call.js";
import type { BidRequest } from "../models/request.js";
import type { Bid, BidAttempt } from "../selection/bid.js";
import type { BiddingConversation, Conversation } from "../state/conversation-state.js";
import type { BiddingSettings } from "../state/settings.js";
import { type BidReading, parseBid, readStructuredBid } from "../text/read-bid.js";
import { inTime } from "./bid-deadline.js";
import { settleTogether } from "./fan-out.js";
import { callFor, type ModeServices } from "./run-context.js";

/** The part of a state that bids are asked for by. */
export type Auctioning = Omit<Conversation, "participants"> &
  Pick<BiddingConversation, "participants"> & { readonly bidding: BiddingSettings };

function structuredBid({ scale: { min, max } }: BidRequest) {
  const bid = { type: ["integer", "null"], description: `A whole number from ${min} to ${max}, or null to pass.` };
  return answerForm({ bid });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What came of asking. */
export type Reading = Pick<Bid, "outcome" | "value" | "failure" | "attempts">;

/** An answer, and the bid that was read in it. */
export interface BidAnswer {
  readonly text: string;
  readonly reading: BidReading;
}

/** Another way of asking for the first time. */
export type AskFirst = (run: CallContext) => Promise<BidAnswer>;

export const noBid = { value: 0, attempts: [] };

export function createAskForBid(services: ModeServices) {
  /** Asks once; structured or in text, as the request says. */
  async function askOnce(
    request: BidRequest,
    state: Auctioning,
    attempts: readonly BidAttempt[],
    run: CallContext,
  ): Promise<BidAnswer> {
    const question = callFor(services, state, request, run, (catalog, asked) =>
      composeBidAgain(catalog, asked, attempts),
    );
    if (request.answer === "tag") {
      const text = await services.caller.text(question, run);
      return { text, reading: parseBid(text, request.scale) };
    }
    const text = await services.caller.structured(question, structuredBid(request), run);
    return { text, reading: readStructuredBid(readJson(text), request.scale) };
  }

  /** Asks until a bid can be read, at most as often as the settings allow. `attempts` takes the answers on the way. */
  async function askForBid(
    request: BidRequest,
    state: Auctioning,
    run: CallContext,
    attempts: BidAttempt[],
    askFirst: AskFirst = (first) => askOnce(request, state, [], first),
  ): Promise<Reading> {
    while (attempts.length < state.bidding.attempts) {
      const asking = attempts.length === 0 ? askFirst(run) : askOnce(request, state, attempts, run);
      const { text: answer, reading } = await asking;
      attempts.push({ answer, problem: problemOf(reading) });
      if (!reading.ok) continue;
      return { attempts, outcome: reading.value === null ? "abstained" : "bid", value: reading.value ?? 0 };
    }
    return { ...noBid, attempts, outcome: "unreadable" };
  }

  return function bidFor(
    request: BidRequest,
    state: Auctioning,
    run: CallContext,
    askFirst?: AskFirst,
  ): Promise<Reading> {
    const attempts: BidAttempt[] = [];
    const ask = (signal: AbortSignal) =>
      askForBid(request, state, { ...run, signal, step: run.signal }, attempts, askFirst);
    const bid = async () =>
      (await inTime(run.signal, state.bidding.deadlineMs, ask)) ?? { ...noBid, attempts, outcome: "late" as const };
    return settleTogether(run.signal, bid, {
      instead: (error) =>
        isFailedCall(error) ? { ...noBid, attempts, outcome: "failed", failure: error.message } : undefined,
      allFailed: (errors) => allBidsFailed(errors, request),
    });
  };
}

/** The error that an auction ends in to which nobody came. Other errors go before: they are no matter of luck. */
function allBidsFailed(errors: readonly unknown[], { turn, language }: BidRequest): unknown {
  const other = errors.find((error) => !isFailedCall(error));
  if (other) return other;
  const failed = errors.filter(isFailedCall);
  const [first] = failed;
  const message = allBidsFailedWords[language](turn, failed.length, first?.message ?? "");
  return new RostrumError("all-bids-failed", message, { cause: first, purpose: "bid", turn });
}

const problemOf = (reading: BidReading) => (reading.ok ? null : reading.problem);
