/** What a mode knows of its cast: how a run of it opens, and which calls it makes. */
import type { AuctionSettings } from "../../../core/selection/bid.js";
import type { Participant } from "../../../core/state/participant.js";
import type { CallTarget } from "../../models/choose-model.js";
import type { CastRules } from "../../state/control.js";
import type { Conversation } from "../../state/conversation-state.js";

export function callsOfSpeakers({ participants }: Conversation): CallTarget[] {
  return participants.filter(({ human }) => !human).map((participant) => ({ purpose: "speech", participant }));
}

/** Models bid for all participants except people and random bidders. */
export const isAskedForBids = ({ bidder, human }: Participant): boolean => bidder !== "random" && !human;

/** The calls of an auction. With a panel, bidders are asked alone only where its answer leaves them out. */
export function callsOfBidders({
  participants,
  bidding,
}: {
  readonly participants: readonly Participant[];
  readonly bidding: Pick<AuctionSettings, "by">;
}): CallTarget[] {
  const alone = participants.filter(isAskedForBids).map((participant) => ({ purpose: "bid", participant }) as const);
  return bidding.by === "panel" ? [{ purpose: "bid-panel" }, ...alone] : alone;
}

export interface SceneRules<State extends Conversation> extends CastRules<State> {
  /** The calls that the conversation will make, so that an unavailable model fails here, not in mid-conversation. */
  callsOf(state: State): readonly CallTarget[];
  /** The minimum number of calls in the first turn, for modes in which any turn may be the last. Default: unknown. */
  leastCalls?(state: State): number;
  /** The initial values of the mode's own fields. `moderator`: the speaker of the opening message. Default: none. */
  initialFields?(state: State, moderator: string): Partial<State>;
  /** Whether a human message on an ended thread is a new topic, or part of the conversation. Default: part of the conversation. */
  readonly renewsTopic?: boolean;
  /** Who leads the conversation without being in its cast. Default: nobody. */
  leaderOf?(state: State): Participant;
}
