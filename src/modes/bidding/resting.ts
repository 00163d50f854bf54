/** Participants rest after repeated failed bids: another call would probably fail too, and delay the auction. */
import type { Decision, Exclusion } from "../../selection/decision.js";

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

/** Who rests in this turn. If everybody would rest, nobody does. */
export function restingIn(turn: number, names: readonly string[], history: readonly Decision[]): Exclusion[] {
  const resting = names.filter((name) => {
    const failures = failuresOf(name, turn, history);
    return failures.length >= failuresBeforeRest && turn - (failures[0] ?? 0) <= restTurns;
  });
  return resting.length === names.length ? [] : resting.map((participant) => ({ participant, reason: "resting" }));
}
