/** The calls that conversations make, for the models to be found before anything is said. */
import type { CallTarget } from "../models/choose-model.js";
import type { BiddingConversation, Conversation } from "../state/conversation-state.js";

/** Every participant may come to speak; nobody has to ask a model for what a person says. */
export function callsOfSpeakers({ participants }: Conversation): CallTarget[] {
  return participants.filter(({ human }) => !human).map((participant) => ({ purpose: "speech", participant }));
}

/** A bid is asked of every model that does not bid at random. */
export function callsOfBidders({ participants }: Pick<BiddingConversation, "participants">): CallTarget[] {
  return participants
    .filter(({ bidder, human }) => bidder === "model" && !human)
    .map((participant) => ({ purpose: "bid", participant }));
}
