import { z } from "zod/v4";
import { maxTurnLimit } from "../../base/limits.js";
import { checkSetting, defineCondition, isCount, type StopCondition } from "./condition.js";

/**
 * Holds once a run has had `limit` turns.
 *
 * @throws `invalid-input` unless `limit` is a whole number of at least 1.
 */
export function afterTurns(limit: number): StopCondition {
  checkSetting(isCount(limit), "afterTurns", "expected", { expected: "count" });
  return ({ turn, turnsThisRun }) => (turnsThisRun >= limit ? { kind: "turns", turn, limit } : undefined);
}

export const turns = defineCondition({
  name: "turns",
  setting: z
    .int()
    .min(1)
    .max(maxTurnLimit)
    .meta({ title: "Turns", description: "Holds once the run has had this many turns." }),
  needs: null,
  create: afterTurns,
  earliest: (setting) => setting,
  isCertain: true,
});
