/** Begins speeches while their speakers still bid: everybody's in single pass, the likeliest winner's where it has a head start. */
import type { BidRequest } from "../../models/request.js";
import type { BiddingConversation } from "../../state/conversation-state.js";
import type { AskFirst, Auctioning } from "../../steps/ask-for-bid.js";
import { callContextOf, callFor, type ModeServices, type StepConfig } from "../../steps/run-context.js";
import { keepSpeculative } from "../../steps/speculative-answers.js";
import { speechRequestFor } from "../../steps/speech-request.js";
import { behindBid, readBidFirst } from "../../text/read-bid.js";
import { likeliestWinner } from "./likeliest-winner.js";

const isBidding = (state: Auctioning): state is BiddingConversation => "unspoken" in state;

export function createBeginSpeeches(services: ModeServices) {
  /** One call for both: it begins with the bid. */
  function asksForBoth(request: BidRequest, state: Auctioning, config: StepConfig): AskFirst {
    const { self, turn, scale } = request;
    const { interjection, isLast } = speechRequestFor(state, self, turn);
    const { answer: _answer, ...bid } = request;
    const more = { ...(interjection ? { interjection } : {}), ...(isLast ? { isLast } : {}) };
    const both = { ...bid, ...more, purpose: "bid-and-speech" } as const;
    return async (run) => {
      const read = (answer: string, isWhole: boolean) => readBidFirst(answer, scale, isWhole);
      const { head, begun } = await services.caller.begin(callFor(services, state, both, run), run, read);
      const isWilling = head.reading.ok && head.reading.value !== null;
      if (isWilling) keepSpeculative(config, turn, self.name, { answer: begun, cleaner: behindBid });
      else begun.end();
      return { text: head.written, reading: head.reading };
    };
  }

  /** Begins the speech alone, beside the bid. */
  function speculate({ self, turn }: BidRequest, state: Auctioning, config: StepConfig): void {
    const run = callContextOf(config);
    const answer = services.caller.start(callFor(services, state, speechRequestFor(state, self, turn), run), run);
    keepSpeculative(config, turn, self.name, { answer, cleaner: (clean) => clean });
  }

  /** How the bidder is asked first; undefined where it is asked for its bid alone. */
  return (request: BidRequest, state: Auctioning, config: StepConfig): AskFirst | undefined => {
    const { maxConcurrency } = callContextOf(config).context;
    // Who uses tools has to use them before it speaks; and calls that go on while others begin would go over the limit.
    const hasTools = (request.self.tools ?? []).length > 0;
    const isLimited = maxConcurrency !== undefined && maxConcurrency < state.participants.length;
    if (!isBidding(state) || hasTools || isLimited) return undefined;
    if (state.bidding.pass === "single") return asksForBoth(request, state, config);
    if (state.bidding.speculative && likeliestWinner(state)?.name === request.self.name)
      speculate(request, state, config);
    return undefined;
  };
}
