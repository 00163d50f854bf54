/** Asks one bidder for its bid, and says why there is none where the others' go on without it. */
import type { Bid, BidAttempt } from "../domain/bid.js";
import type { BidBrief } from "../domain/brief.js";
import type { BiddingSettings } from "../domain/settings.js";
import { addUsage, type UsageRow } from "../domain/usage.js";
import { RostrumError } from "../errors.js";
import type { Run } from "../models/ask.js";
import { isFailedCall } from "../models/call-failure.js";
import { allBidsFailedWords } from "../models/failure-words.js";
import { type BidReading, parseBid, readStructuredBid } from "../parsing/bid.js";
import { composeBidAgain } from "../prompts/compose.js";
import type { BiddingConversation, Conversation } from "../state/conversation-state.js";
import { answerForm } from "./answer-form.js";
import { inTime } from "./bid-deadline.js";
import { runTogether } from "./fan-out.js";
import { type NodeKit, promptsFor } from "./node-kit.js";

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
export type Reading = Pick<Bid, "outcome" | "value" | "failure" | "attempts"> & { readonly usage: readonly UsageRow[] };

/** What has come of a bid so far. */
interface Made {
  readonly value: number;
  readonly attempts: BidAttempt[];
  readonly usage: UsageRow[];
}

export const noBid = { value: 0, attempts: [], usage: [] };

export function createAskForBid(kit: NodeKit) {
  /** Asks once; structured or in text, as the brief says. */
  async function askOnce(brief: BidBrief, state: Auctioning, attempts: readonly BidAttempt[], run: Run) {
    const question = { brief, messages: composeBidAgain(promptsFor(kit, state, run.context), brief, attempts) };
    if (brief.answer === "tag") {
      const { text, usage } = await kit.asker.text(question, run);
      return { text, usage, reading: parseBid(text, brief.scale) };
    }
    const { text, usage } = await kit.asker.structured(question, structuredBid(brief), run);
    return { text, usage, reading: readStructuredBid(readJson(text), brief.scale) };
  }

  /** Asks until a bid can be read, at most as often as the settings allow. `made` takes what comes on the way. */
  async function askForBid(brief: BidBrief, state: Auctioning, run: Run, made: Made): Promise<Reading> {
    const { attempts, usage } = made;
    while (attempts.length < state.bidding.attempts) {
      const answer = await askOnce(brief, state, attempts, run);
      usage.push(answer.usage);
      attempts.push({ answer: answer.text, problem: problemOf(answer.reading) });
      if (!answer.reading.ok) continue;
      const { value } = answer.reading;
      return { ...made, outcome: value === null ? "abstained" : "bid", value: value ?? 0 };
    }
    return { ...made, outcome: "unreadable" };
  }

  return function bidFor(brief: BidBrief, state: Auctioning, run: Run): Promise<Reading> {
    const made: Made = { ...noBid, attempts: [], usage: [] };
    const abandoned = (cost: UsageRow) => void made.usage.push(cost);
    const ask = (signal: AbortSignal) => askForBid(brief, state, { ...run, signal, step: run.signal, abandoned }, made);
    const bid = async () =>
      (await inTime(run.signal, state.bidding.deadlineMs, ask)) ?? { ...made, outcome: "late" as const };
    return runTogether(run.signal, bid, {
      instead: (error) => {
        if (!isFailedCall(error)) return undefined;
        const { usage } = error.details;
        return {
          ...made,
          usage: [...made.usage, ...(usage ? [usage] : [])],
          outcome: "failed",
          failure: error.message,
        };
      },
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
  const usage = addUsage(
    [],
    failed.flatMap(({ details }) => details.usage ?? []),
  );
  const message = allBidsFailedWords[language](turn, failed.length, first?.message ?? "");
  return new RostrumError("all-bids-failed", message, {
    ...{ cause: first, purpose: "bid", turn },
    ...(usage[0] ? { usage: usage[0] } : {}),
  });
}

const problemOf = (reading: BidReading) => (reading.ok ? null : reading.problem);
