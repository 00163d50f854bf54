/** Asks one bidder for its bid, and says why there is none where the others' go on without it. */
import type { Bid, BidAttempt } from "../domain/bid.js";
import type { BidBrief } from "../domain/brief.js";
import type { BiddingSettings } from "../domain/settings.js";
import { RostrumError } from "../errors.js";
import { isFailedCall } from "../models/call-failure.js";
import { allBidsFailedWords } from "../models/failure-words.js";
import type { Run } from "../models/question.js";
import { type BidReading, parseBid, readStructuredBid } from "../parsing/bid.js";
import { composeBidAgain } from "../prompts/compose.js";
import type { BiddingConversation, Conversation } from "../state/conversation-state.js";
import { answerForm } from "./answer-form.js";
import { inTime } from "./bid-deadline.js";
import { runTogether } from "./fan-out.js";
import { type NodeKit, questionFor } from "./node-kit.js";

/** The part of a state that bids are asked for by. */
export type Auctioning = Omit<Conversation, "participants"> &
  Pick<BiddingConversation, "participants"> & { readonly bidding: BiddingSettings };

function structuredBid({ scale: { min, max } }: BidBrief) {
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
export type AskFirst = (run: Run) => Promise<BidAnswer>;

export const noBid = { value: 0, attempts: [] };

export function createAskForBid(kit: NodeKit) {
  /** Asks once; structured or in text, as the brief says. */
  async function askOnce(
    brief: BidBrief,
    state: Auctioning,
    attempts: readonly BidAttempt[],
    run: Run,
  ): Promise<BidAnswer> {
    const question = questionFor(kit, state, brief, run, (catalog, asked) => composeBidAgain(catalog, asked, attempts));
    if (brief.answer === "tag") {
      const text = await kit.asker.text(question, run);
      return { text, reading: parseBid(text, brief.scale) };
    }
    const text = await kit.asker.structured(question, structuredBid(brief), run);
    return { text, reading: readStructuredBid(readJson(text), brief.scale) };
  }

  /** Asks until a bid can be read, at most as often as the settings allow. `attempts` takes the answers on the way. */
  async function askForBid(
    brief: BidBrief,
    state: Auctioning,
    run: Run,
    attempts: BidAttempt[],
    askFirst: AskFirst = (first) => askOnce(brief, state, [], first),
  ): Promise<Reading> {
    while (attempts.length < state.bidding.attempts) {
      const asking = attempts.length === 0 ? askFirst(run) : askOnce(brief, state, attempts, run);
      const { text: answer, reading } = await asking;
      attempts.push({ answer, problem: problemOf(reading) });
      if (!reading.ok) continue;
      return { attempts, outcome: reading.value === null ? "abstained" : "bid", value: reading.value ?? 0 };
    }
    return { ...noBid, attempts, outcome: "unreadable" };
  }

  return function bidFor(brief: BidBrief, state: Auctioning, run: Run, askFirst?: AskFirst): Promise<Reading> {
    const attempts: BidAttempt[] = [];
    const ask = (signal: AbortSignal) =>
      askForBid(brief, state, { ...run, signal, step: run.signal }, attempts, askFirst);
    const bid = async () =>
      (await inTime(run.signal, state.bidding.deadlineMs, ask)) ?? { ...noBid, attempts, outcome: "late" as const };
    return runTogether(run.signal, bid, {
      instead: (error) =>
        isFailedCall(error) ? { ...noBid, attempts, outcome: "failed", failure: error.message } : undefined,
      allFailed: (errors) => allBidsFailed(errors, brief),
    });
  };
}

/** The error that an auction ends in to which nobody came. Other errors go before: they are no matter of luck. */
function allBidsFailed(errors: readonly unknown[], { turn, language }: BidBrief): unknown {
  const other = errors.find((error) => !isFailedCall(error));
  if (other) return other;
  const failed = errors.filter(isFailedCall);
  const [first] = failed;
  const message = allBidsFailedWords[language](turn, failed.length, first?.message ?? "");
  return new RostrumError("all-bids-failed", message, { cause: first, purpose: "bid", turn });
}

const problemOf = (reading: BidReading) => (reading.ok ? null : reading.problem);
