import type { StopCondition } from "./policy.js";

/** Holds with this probability after each turn: a Bernoulli draw from the conversation's seed. */
export function byProbability(probability: number): StopCondition {
  return ({ turn, drawStop }) => {
    const { draw, stops } = drawStop(probability);
    return stops ? { kind: "bernoulli", turn, probability, draw } : undefined;
  };
}
