import { z } from "zod";
import { checkSetting, defineCondition, type StopCondition } from "./condition.js";

/**
 * Holds with this probability after each turn: a Bernoulli draw from the conversation's seed. All conditions of this kind share
 * one draw a turn.
 *
 * @throws `invalid-input` unless the probability is from 0 to 1.
 */
export function byProbability(probability: number): StopCondition {
  checkSetting(probability >= 0 && probability <= 1, "byProbability", "out-of-range", { lowest: 0, highest: 1 });
  return ({ turn, drawStop }) => {
    const { draw, stops } = drawStop(probability);
    return stops ? { kind: "bernoulli", turn, probability, draw } : undefined;
  };
}

export const probability = defineCondition({
  name: "probability",
  setting: z.number().min(0).max(1).meta({
    title: "Probability",
    description: "Holds with this probability after every turn (a Bernoulli draw).",
  }),
  needs: "draw",
  create: byProbability,
});
