/** If the winner's speech fails and the settings allow a runner-up, the next best bidder speaks. */

import { isFailedCall } from "../../models/call-failure.js";
import { isMissing } from "../../selection/bid.js";
import type { UnspokenTurn } from "../../selection/decision.js";
import type { ConversationUpdate } from "../../state/conversation-state.js";
import type { StepContext } from "../../steps/step.js";
import type { BiddingConversation, BiddingUpdate } from "./state.js";

type Speak = (state: BiddingConversation, step: StepContext) => Promise<ConversationUpdate>;

/** The failed speeches of the current turn. */
export const failedSpeeches = ({ turn, unspoken }: BiddingConversation): UnspokenTurn[] =>
  unspoken.filter((each) => each.turn === turn + 1);

/** Whether another bidder could speak in this turn. */
function hasRunnerUp(state: BiddingConversation): boolean {
  const decision = state.decisions.at(-1);
  const isOut = (name: string) =>
    name === state.nextSpeaker || decision?.bids.some((bid) => bid.participant === name && isMissing(bid));
  return decision?.candidates.some((name) => !isOut(name)) ?? false;
}

/** Wraps a speaking step: after a failed speech it frees the floor for the runner-up instead of failing the run. */
export function withRunnerUp(speak: Speak) {
  return async (state: BiddingConversation, step: StepContext): Promise<BiddingUpdate> => {
    try {
      return await speak(state, step);
    } catch (error) {
      if (!state.bidding.runnerUp || !isFailedCall(error) || !hasRunnerUp(state)) throw error;
      const turn = state.turn + 1;
      const participant = state.nextSpeaker;
      step.emit({ type: "speech-failed", turn, speaker: participant, reason: error.message });
      return { unspoken: [{ turn, participant, reason: error.message }], nextSpeaker: "" };
    }
  };
}
