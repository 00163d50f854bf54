/** Cuts off the started speeches of those who did not get the floor, as soon as that is known. */
import type { BiddingConversation, BiddingUpdate, ConversationUpdate } from "../../state/conversation-state.js";
import type { StepContext } from "../../steps/step.js";

type Choose = (state: BiddingConversation, step: StepContext) => Promise<ConversationUpdate>;

export function cutOffOthers(choose: Choose) {
  return async (state: BiddingConversation, step: StepContext): Promise<BiddingUpdate> => {
    const update = await choose(state, step);
    const turn = state.turn + 1;
    const name = update.nextSpeaker ?? "";
    const { speculation } = step.scope;
    const ended = speculation.end(step.usage, { turn, name });
    const { pass, speculative } = state.bidding;
    if (pass === "single" || !speculative) return update;
    const wastedTokens = ended.reduce((sum, { tokens }) => sum + tokens, 0);
    const hits = speculation.has(turn, name) ? 1 : 0;
    return { ...update, speculation: { hits, misses: ended.length, wastedTokens } };
  };
}
