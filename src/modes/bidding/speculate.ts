/** Begins speeches while their speakers still bid: everybody's in single pass, the likeliest winner's where it has a head start. */
import type { BidBrief } from "../domain/brief.js";
import { behindBid, readBidFirst } from "../parsing/bid-first.js";
import { likeliestWinner } from "../policies/selection/likeliest-winner.js";
import type { BiddingConversation } from "../state/conversation-state.js";
import type { AskFirst, Auctioning } from "./ask-for-bid.js";
import { keepBegun } from "./begun-answers.js";
import { type NodeConfig, type NodeKit, questionFor, runOf } from "./node-kit.js";
import { speechBriefOf } from "./speech-brief.js";

const isBidding = (state: Auctioning): state is BiddingConversation => "unspoken" in state;

export function createBeginSpeeches(kit: NodeKit) {
  /** One call for both: it begins with the bid. */
  function asksForBoth(brief: BidBrief, state: Auctioning, config: NodeConfig): AskFirst {
    const { self, turn, scale } = brief;
    const { interjection, isLast } = speechBriefOf(state, self, turn);
    const { answer: _answer, ...bid } = brief;
    const more = { ...(interjection ? { interjection } : {}), ...(isLast ? { isLast } : {}) };
    const both = { ...bid, ...more, purpose: "bid-and-speech" } as const;
    return async (run) => {
      const read = (answer: string, isWhole: boolean) => readBidFirst(answer, scale, isWhole);
      const { head, begun } = await kit.asker.begin(questionFor(kit, state, both, run), run, read);
      const isWilling = head.reading.ok && head.reading.value !== null;
      if (isWilling) keepBegun(config, turn, self.name, { answer: begun, cleaner: behindBid });
      else begun.end();
      return { text: head.written, reading: head.reading };
    };
  }

  /** Begins the speech alone, beside the bid. */
  function giveHeadStart({ self, turn }: BidBrief, state: Auctioning, config: NodeConfig): void {
    const run = runOf(config);
    const answer = kit.asker.start(questionFor(kit, state, speechBriefOf(state, self, turn), run), run);
    keepBegun(config, turn, self.name, { answer, cleaner: (clean) => clean });
  }

  /** How the bidder is asked first; undefined where it is asked for its bid alone. */
  return (brief: BidBrief, state: Auctioning, config: NodeConfig): AskFirst | undefined => {
    const { maxConcurrency } = runOf(config).context;
    // Who uses tools has to use them before it speaks; and calls that go on while others begin would go over the limit.
    const hasTools = (brief.self.tools ?? []).length > 0;
    const isLimited = maxConcurrency !== undefined && maxConcurrency < state.participants.length;
    if (!isBidding(state) || hasTools || isLimited) return undefined;
    if (state.bidding.pass === "single") return asksForBoth(brief, state, config);
    if (state.bidding.headStart && likeliestWinner(state)?.name === brief.self.name)
      giveHeadStart(brief, state, config);
    return undefined;
  };
}
