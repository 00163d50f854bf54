/** A bidder whose bids fail repeatedly rests for several turns, and a runner-up can speak after a failed speech. */

import { maySpeak } from "../../../core/state/participant.js";
import { isMissing } from "../../../records/bid.js";
import type { Decision, Exclusion } from "../../../records/decision.js";
import { isFailedCall } from "../../models/call-failure.js";
import type { ConversationUpdate } from "../../state/conversation-state.js";
import type { StepContext } from "../../steps/run/step-context.js";
import type { BiddingConversation, BiddingUpdate } from "./state.js";

const failuresBeforeRest = 3;
/**
 * The number of turns in which a resting bidder is not asked for bids. After that, a single failed bid starts another
 * rest.
 */
const restTurns = 3;

/**
 * The turns of the bids that have failed in a row, latest first. Ignores turns in which the participant was not asked
 * for a bid.
 */
function failuresOf(name: string, turn: number, history: readonly Decision[]): number[] {
  const turns: number[] = [];
  for (let index = history.length - 1; index >= 0; index -= 1) {
    const decision = history[index];
    // After a failed speech, the current turn already has a decision, which does not count here.
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

/**
 * The participants whose speeches have failed since the turn began, if the floor still belongs to the last of them. A
 * turn that starts again takes the floor away, so all participants can speak.
 */
export function failedSpeakers({ decisions, nextSpeaker }: BiddingConversation): string[] {
  if (nextSpeaker === "") return [];
  const excluded = decisions.at(-1)?.excluded.filter(({ reason }) => reason === "speech-failed") ?? [];
  return [...excluded.map(({ participant }) => participant), nextSpeaker];
}

export function excludedByFailures(state: BiddingConversation): Exclusion[] {
  const silent = failedSpeakers(state);
  const names = state.participants.filter(maySpeak).map(({ name }) => name);
  const resting = restingIn(state.turn + 1, names, state.decisions);
  return [
    ...silent.map((participant) => ({ participant, reason: "speech-failed" }) as const),
    ...resting.filter(({ participant }) => !silent.includes(participant)),
  ];
}

function hasRunnerUp({ decisions, nextSpeaker }: BiddingConversation): boolean {
  const { candidates, bids } = decisions.at(-1) ?? { candidates: [], bids: [] };
  const missing = bids.filter(isMissing).map(({ participant }) => participant);
  return candidates.some((name) => name !== nextSpeaker && !missing.includes(name));
}

type Speak = (state: BiddingConversation, step: StepContext) => Promise<ConversationUpdate>;

/** With the `runnerUp` setting, a failed speech does not fail the run if another candidate can speak. */
export function withRunnerUp(speak: Speak) {
  return async (state: BiddingConversation, step: StepContext): Promise<BiddingUpdate> => {
    try {
      return await speak(state, step);
    } catch (error) {
      if (!state.bidding.runnerUp || !isFailedCall(error) || !hasRunnerUp(state)) throw error;
      const { turn, nextSpeaker: participant } = state;
      const { message: reason } = error;
      step.emit({ type: "speech-failed", turn: turn + 1, speaker: participant, reason });
      return { unspoken: [{ turn: turn + 1, participant, reason }] };
    }
  };
}
