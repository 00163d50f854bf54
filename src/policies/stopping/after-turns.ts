import type { StopCondition } from "./policy.js";

/** Holds from the given turn of a run on. */
export function afterTurns(limit: number): StopCondition {
  return ({ turn, turnsThisRun }) => (turnsThisRun >= limit ? { kind: "turns", turn, limit } : undefined);
}
