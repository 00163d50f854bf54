/** The calls that a conversation will make, so that their models are resolved before anybody speaks. */
import type { CallTarget } from "../models/choose-model.js";
import type { BiddingConversation } from "../modes/bidding/state.js";
import type { Conversation } from "../state/conversation-state.js";

/** Everybody but people may have to speak by a model. */
export function callsOfSpeakers({ participants }: Conversation): CallTarget[] {
  return participants.filter(({ human }) => !human).map((participant) => ({ purpose: "speech", participant }));
}

/** Models bid for everybody but people and random bidders. */
export function callsOfBidders({ participants }: Pick<BiddingConversation, "participants">): CallTarget[] {
  return participants
    .filter(({ bidder, human }) => bidder === "model" && !human)
    .map((participant) => ({ purpose: "bid", participant }));
}
