import { z } from "zod/v4";
import type { StopReason } from "../../records/stop-reason.js";
import { checkSetting, defineCondition, type Progress, type StopCondition } from "./condition.js";

/**
 * Holds after each turn with the given probability, based on a draw from the conversation's seed. All conditions of
 * this kind share one draw per turn.
 *
 * @throws `invalid-input` unless the probability is from 0 to 1.
 */
export function byProbability(probability: number): StopCondition {
  checkSetting(probability >= 0 && probability <= 1, "byProbability", "out-of-range", { lowest: 0, highest: 1 });
  return (progress) => (progress.turnsThisRun > 0 ? drawToStop(probability, progress) : undefined);
}

/** Unlike `byProbability`, also draws before a run's first turn. */
export function drawToStop(probability: number, { turn, drawStop }: Progress): StopReason | undefined {
  const { draw, stops } = drawStop(probability);
  return stops ? { kind: "probability", turn, probability, draw } : undefined;
}

export const probability = defineCondition({
  name: "probability",
  setting: z.number().min(0).max(1).meta({
    title: "Probability",
    description: "The probability that this condition holds after a turn. A random number is drawn to decide.",
  }),
  needs: "draw",
  create: byProbability,
});
