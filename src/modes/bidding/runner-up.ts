/** Has the next best bidder speak where the speech of the one who has the floor fails, if the settings say so. */

import { isFailedCall } from "../../models/call-failure.js";
import { isMissing } from "../../selection/bid.js";
import type { UnspokenTurn } from "../../selection/decision.js";
import type { ConversationUpdate } from "../../state/conversation-state.js";
import type { StepContext } from "../../steps/step.js";
import type { BiddingConversation, BiddingUpdate } from "./state.js";

type Speak = (state: BiddingConversation, step: StepContext) => Promise<ConversationUpdate>;

/** Those whose speeches have failed in the turn that is open. */
export const unspokenIn = ({ turn, unspoken }: BiddingConversation): UnspokenTurn[] =>
  unspoken.filter((each) => each.turn === turn + 1);

/** Whether anybody is left who could speak in place of whoever failed. */
function isAnyoneLeft(state: BiddingConversation): boolean {
  const decision = state.decisions.at(-1);
  const isOut = (name: string) =>
    name === state.nextSpeaker || decision?.bids.some((bid) => bid.participant === name && isMissing(bid));
  return decision?.candidates.some((name) => !isOut(name)) ?? false;
}

export function withRunnerUp(speak: Speak) {
  return async (state: BiddingConversation, step: StepContext): Promise<BiddingUpdate> => {
    try {
      return await speak(state, step);
    } catch (error) {
      if (!state.bidding.runnerUp || !isFailedCall(error) || !isAnyoneLeft(state)) throw error;
      const turn = state.turn + 1;
      const participant = state.nextSpeaker;
      step.emit({ type: "speech-failed", turn, speaker: participant, reason: error.message });
      return {
        unspoken: [{ turn, participant, reason: error.message }],
        nextSpeaker: "",
      };
    }
  };
}
