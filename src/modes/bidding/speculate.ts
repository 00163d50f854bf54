/** Starts speeches while bids still come in: everybody's in single pass, the likeliest winner's where that is set. */
import type { BidRequest } from "../../models/request.js";
import type { BiddingConversation } from "../../state/conversation-state.js";
import type { AskFirst } from "../../steps/ask-for-bid.js";
import { callFor, type ModeServices } from "../../steps/services.js";
import { speechRequestFor } from "../../steps/speech-request.js";
import type { StepContext } from "../../steps/step.js";
import { behindBid, readBidFirst } from "../../text/bid-first.js";
import { likeliestWinner } from "./likeliest-winner.js";

/** Tells how a bidder is asked first; undefined where it is asked for its bid alone. */
export function createSpeculation(services: ModeServices) {
  /** One call for both: its answer begins with the bid. */
  function askForBoth(request: BidRequest, state: BiddingConversation, step: StepContext): AskFirst {
    const { self, turn, scale } = request;
    const { interjection, isLast } = speechRequestFor(state, self, turn);
    const { answer: _answer, ...bid } = request;
    const more = { ...(interjection ? { interjection } : {}), ...(isLast ? { isLast } : {}) };
    const both = { ...bid, ...more, purpose: "bid-and-speech" } as const;
    return async (context) => {
      const read = (answer: string, isWhole: boolean) => readBidFirst(answer, scale, isWhole);
      const { head, begun } = await services.caller.begin(callFor(services, state, both, context), context, read);
      const isWilling = head.reading.ok && head.reading.value !== null;
      if (isWilling) step.scope.speculation.keep(turn, self.name, { answer: begun, cleaner: behindBid });
      else begun.end();
      return { text: head.written, reading: head.reading };
    };
  }

  /** Starts the speech alone, beside the bid. */
  function startSpeech({ self, turn }: BidRequest, state: BiddingConversation, step: StepContext): void {
    const call = callFor(services, state, speechRequestFor(state, self, turn), step.call);
    const answer = services.caller.start(call, step.call);
    step.scope.speculation.keep(turn, self.name, { answer, cleaner: (clean) => clean });
  }

  return (request: BidRequest, state: BiddingConversation, step: StepContext): AskFirst | undefined => {
    const { pass, speculative } = state.bidding;
    const { maxConcurrency } = step.settings;
    // A speaker with tools uses them before it speaks; and calls that go on while others start would exceed the limit.
    const hasTools = (request.self.tools ?? []).length > 0;
    const isLimited = maxConcurrency !== undefined && maxConcurrency < state.participants.length;
    if (hasTools || isLimited) return undefined;
    if (pass === "single") return askForBoth(request, state, step);
    if (speculative && likeliestWinner(state)?.name === request.self.name) startSpeech(request, state, step);
    return undefined;
  };
}
