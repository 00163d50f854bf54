/** Cuts off the speeches that had begun of those who did not get the floor, as soon as that is known. */
import type { BiddingConversation, BiddingUpdate, ConversationUpdate } from "../../state/conversation-state.js";
import type { StepConfig } from "../../steps/run-context.js";
import { endSpeculative, isSpeculating } from "../../steps/speculative-answers.js";

type Choose = (state: BiddingConversation, config: StepConfig) => Promise<ConversationUpdate>;

export function cutOffOthers(choose: Choose) {
  return async (state: BiddingConversation, config: StepConfig): Promise<BiddingUpdate> => {
    const update = await choose(state, config);
    const turn = state.turn + 1;
    const name = update.nextSpeaker ?? "";
    const ended = endSpeculative(config, { turn, name });
    const { pass, speculative } = state.bidding;
    if (pass === "single" || !speculative) return update;
    const wastedTokens = ended.reduce((sum, { tokens }) => sum + tokens, 0);
    const hits = isSpeculating(config, turn, name) ? 1 : 0;
    return { ...update, speculation: { hits, misses: ended.length, wastedTokens } };
  };
}
