/** Cuts off the speeches that had begun of those who did not get the floor, as soon as that is known. */
import type { BiddingConversation, BiddingUpdate, ConversationUpdate } from "../state/conversation-state.js";
import { endBegun, isBegun } from "./begun-answers.js";
import type { NodeConfig } from "./node-kit.js";

type Choose = (state: BiddingConversation, config: NodeConfig) => Promise<ConversationUpdate>;

export function cutOffOthers(choose: Choose) {
  return async (state: BiddingConversation, config: NodeConfig): Promise<BiddingUpdate> => {
    const update = await choose(state, config);
    const turn = state.turn + 1;
    const name = update.nextSpeaker ?? "";
    const ended = endBegun(config, { turn, name });
    const { pass, headStart } = state.bidding;
    if (pass === "single" || !headStart) return update;
    const wastedTokens = ended.reduce((sum, { tokens }) => sum + tokens, 0);
    const hits = isBegun(config, turn, name) ? 1 : 0;
    return { ...update, headStarts: { hits, misses: ended.length, wastedTokens } };
  };
}
