/**
 * Starts speeches before the auction ends: the bidders' speeches in single pass, and the likeliest winner's speech in
 * double pass with `speculative`.
 */

import type { BidRequest } from "../../../core/model-request.js";
import type { Participant } from "../../../core/state/participant.js";
import { placeOf, speakerOf } from "../../../core/text/message.js";
import { behindBid, readBidFirst } from "../../../core/text/read-answer.js";
import type { ConversationUpdate } from "../../state/conversation-state.js";
import type { FirstCall } from "../../steps/floor/collect-bids.js";
import { callFor, occasionOf, personalScene } from "../../steps/run/services.js";
import type { StepContext } from "../../steps/run/step-context.js";
import type { BiddingConversation, BiddingUpdate } from "./state.js";

/**
 * Assumes that the floor tends to return to the second-to-last speaker, and that any other bidder is likelier to win
 * the longer it has waited.
 */
function likeliestWinner(
  { participants, messages }: BiddingConversation,
  bidders: readonly Participant[],
): Participant | undefined {
  const speakers = messages.filter((message) => placeOf(message)?.kind === "speech").map(speakerOf);
  const waited = (name: string) => speakers.length - 1 - speakers.lastIndexOf(name);
  const likelihood = ({ name }: Participant) => {
    if (speakers.at(-1) === name) return -1;
    return waited(name) + (speakers.at(-2) === name ? participants.length : 0);
  };
  const highest = Math.max(...bidders.map(likelihood));
  return bidders.find((bidder) => likelihood(bidder) === highest);
}

function askForBoth(request: BidRequest, state: BiddingConversation, step: StepContext): FirstCall {
  const { answer: _answer, reason: _reason, ...bid } = request;
  const { self, turn, scale } = bid;
  const both = { ...bid, ...occasionOf(state, self), purpose: "bid-and-speech" } as const;
  const read = (answer: string, isWhole: boolean) => readBidFirst(answer, scale, isWhole);
  return async (context) => {
    const call = callFor(step, state, both);
    const { head, answer } = await step.services.caller.startWithHead(call, context, read);
    const hasBid = head.reading.ok && head.reading.value !== null;
    if (hasBid) step.scope.speculation.keep(turn, self.name, { answer, cleaner: behindBid });
    else answer.end();
    return { text: head.written, reading: head.reading };
  };
}

/**
 * Returns a function to call for each bidder. In single pass, the function returns the call for both bid and speech. In
 * double pass with `speculative`, it starts the likeliest winner's speech. It returns undefined if the bid needs a
 * separate call.
 */
export function speculate(state: BiddingConversation, bidders: readonly Participant[], step: StepContext) {
  const { pass, speculative } = state.bidding;
  const isLimited = step.maxConcurrency < state.participants.length;
  const likeliest = pass === "double" && speculative ? likeliestWinner(state, bidders)?.name : undefined;
  return (request: BidRequest): FirstCall | undefined => {
    // Participants with tools call them before they speak, so their speeches cannot start early. Speeches that continue
    // after the auction could exceed a limit on concurrent calls.
    const hasTools = (request.self.tools ?? []).length > 0;
    if (hasTools || isLimited) return undefined;
    if (pass === "single") return askForBoth(request, state, step);
    const { self, turn } = request;
    if (self.name !== likeliest) return undefined;
    const scene = { ...personalScene(state, self, turn), ...occasionOf(state, self) };
    const call = callFor(step, state, { ...scene, purpose: "speech" });
    const answer = step.services.caller.startSpeculative(call, step.call);
    step.scope.speculation.keep(turn, self.name, { answer, cleaner: (clean) => clean });
    return undefined;
  };
}

/** Discards the losers' speeches after the choice and, in double pass with `speculative`, counts hits and misses. */
export function discardLosers(choose: (state: BiddingConversation, step: StepContext) => Promise<ConversationUpdate>) {
  return async (state: BiddingConversation, step: StepContext): Promise<BiddingUpdate> => {
    const update = await choose(state, step);
    const winner = { turn: state.turn + 1, name: update.nextSpeaker ?? "" };
    const { speculation } = step.scope;
    const discarded = speculation.end(step.usage, winner);
    if (state.bidding.pass === "single" || !state.bidding.speculative) return update;
    const wastedTokens = discarded.reduce((sum, { tokens }) => sum + tokens, 0);
    const hits = speculation.has(winner.turn, winner.name) ? 1 : 0;
    return { ...update, speculation: { hits, misses: discarded.length, wastedTokens } };
  };
}
