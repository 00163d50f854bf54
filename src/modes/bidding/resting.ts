/** Who is left alone for a while because its bids keep failing: asking costs time, and what fails in a row will fail again. */
import type { Decision, Exclusion } from "../../selection/decision.js";

/** Failures running before a rest. */
const mostFailures = 3;
/** How many turns a rest is. After it one failure more is enough for the next. */
const turnsOfRest = 3;

/** The latest failed bids running, latest first. Turns in which it was not asked do not count. */
function failuresOf(name: string, turn: number, history: readonly Decision[]): number[] {
  const turns: number[] = [];
  for (let index = history.length - 1; index >= 0; index -= 1) {
    const decision = history[index];
    // Of the turn that is open there may be one already, of somebody who could not speak.
    const bid = decision && decision.turn < turn && decision.bids.find(({ participant }) => participant === name);
    if (bid && bid.outcome !== "failed") break;
    if (bid) turns.push(bid.turn);
  }
  return turns;
}

/** Who rests in this turn. Nobody does where everybody would. */
export function restingIn(turn: number, names: readonly string[], history: readonly Decision[]): Exclusion[] {
  const resting = names.filter((name) => {
    const failures = failuresOf(name, turn, history);
    return failures.length >= mostFailures && turn - (failures[0] ?? 0) <= turnsOfRest;
  });
  return resting.length === names.length ? [] : resting.map((participant) => ({ participant, reason: "resting" }));
}
