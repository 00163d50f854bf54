import type { AuctionSettings } from "../../../core/selection/bid.js";
import type { WhenAsked } from "../../../core/selection/rule.js";
import type { Participant } from "../../../core/state/participant.js";
import type { CallTarget } from "../../models/choose-model.js";
import type { CastRules } from "../../state/control.js";
import type { Conversation } from "../../state/conversation-state.js";

export function callsOfSpeakers({ participants }: Conversation): CallTarget[] {
  return participants.filter(({ human }) => !human).map((participant) => ({ purpose: "speech", participant }));
}

export const callsOfRule = (whenAsked: WhenAsked): CallTarget[] =>
  whenAsked === "never" ? [] : [{ purpose: "select" }];

/** People raise a hand instead, and random bidders' bids are drawn. */
export const isAskedForBids = ({ bidder, human }: Participant): boolean => bidder !== "random" && !human;

/**
 * Returns the model calls that an auction may make. With a panel, a bidder is asked separately only if the panel gives
 * no readable bid for it.
 */
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
  /**
   * The calls that the mode may make, apart from preparation, summaries and stop conditions. Their models are checked
   * before the conversation opens.
   */
  callsOf(state: State): readonly CallTarget[];
  /** The minimum number of calls in the first turn, for modes in which any turn can be the last. Default: 0. */
  leastCalls?(state: State): number;
  /**
   * The fields that the mode sets when a run starts. `moderator`: the name of the speaker who opens the conversation.
   * Default: no fields.
   */
  initialFields?(state: State, moderator: string): Partial<State>;
  /**
   * Whether a human message on an ended thread becomes the new topic. Default: false; the message continues the
   * conversation.
   */
  readonly renewsTopic?: boolean;
  /** Returns the leader, who is not in the cast. Default: no leader. */
  leaderOf?(state: State): Participant;
}
