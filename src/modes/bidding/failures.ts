/** What follows failed calls: bidders rest after repeated failed bids, and a runner-up may speak after a failed speech. */
import { isFailedCall } from "../../models/call-failure.js";
import { isMissing } from "../../selection/bid.js";
import type { Decision, Exclusion, UnspokenTurn } from "../../selection/decision.js";
import type { ConversationUpdate } from "../../state/conversation-state.js";
import type { StepContext } from "../../steps/step.js";
import type { BiddingConversation, BiddingUpdate } from "./state.js";

/** Consecutive failures that start a rest. */
const failuresBeforeRest = 3;
/** The length of a rest in turns. After it a single failure starts the next rest. */
const restTurns = 3;

/** The turns of a participant's latest consecutive failures, latest first. Turns without its bid do not count. */
function failuresOf(name: string, turn: number, history: readonly Decision[]): number[] {
  const turns: number[] = [];
  for (let index = history.length - 1; index >= 0; index -= 1) {
    const decision = history[index];
    // The current turn may have a decision already, if the winner's speech has failed.
    const bid = decision && decision.turn < turn && decision.bids.find(({ participant }) => participant === name);
    if (bid && bid.outcome !== "failed") break;
    if (bid) turns.push(bid.turn);
  }
  return turns;
}

export function restingIn(turn: number, names: readonly string[], history: readonly Decision[]): Exclusion[] {
  const resting = names.filter((name) => {
    const failures = failuresOf(name, turn, history);
    return failures.length >= failuresBeforeRest && turn - (failures[0] ?? 0) <= restTurns;
  });
  return resting.length === names.length ? [] : resting.map((participant) => ({ participant, reason: "resting" }));
}

type Speak = (state: BiddingConversation, step: StepContext) => Promise<ConversationUpdate>;

export const failedSpeeches = ({ turn, unspoken }: BiddingConversation): UnspokenTurn[] =>
  unspoken.filter((each) => each.turn === turn + 1);

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
