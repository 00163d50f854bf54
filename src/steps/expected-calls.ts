/** The calls that a conversation will make. Their models are resolved before the first speech. */
import type { CallTarget } from "../models/choose-model.js";
import type { BiddingConversation } from "../modes/bidding/state.js";
import type { Conversation } from "../state/conversation-state.js";

/** Models speak for all participants except people. */
export function callsOfSpeakers({ participants }: Conversation): CallTarget[] {
  return participants.filter(({ human }) => !human).map((participant) => ({ purpose: "speech", participant }));
}

/** Models bid for all participants except people and random bidders. */
export function callsOfBidders({ participants }: Pick<BiddingConversation, "participants">): CallTarget[] {
  return participants
    .filter(({ bidder, human }) => bidder === "model" && !human)
    .map((participant) => ({ purpose: "bid", participant }));
}
