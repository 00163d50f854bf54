import type { StopCondition } from "./policy.js";

/**
 * Holds with this probability after each turn: a Bernoulli draw from the conversation's seed. There is one draw a turn, which
 * all conditions of this kind share.
 */
export function byProbability(probability: number): StopCondition {
  return ({ turn, drawStop }) => {
    const { draw, stops } = drawStop(probability);
    return stops ? { kind: "bernoulli", turn, probability, draw } : undefined;
  };
}
