import { checkSetting, isCount } from "./check-setting.js";
import type { StopCondition } from "./condition.js";

/** Holds from the given turn of a run on. Throws `invalid-input` unless `limit` is a whole number from 1. */
export function afterTurns(limit: number): StopCondition {
  checkSetting(isCount(limit), "afterTurns", "expected", { expected: "count" });
  return ({ turn, turnsThisRun }) => (turnsThisRun >= limit ? { kind: "turns", turn, limit } : undefined);
}
