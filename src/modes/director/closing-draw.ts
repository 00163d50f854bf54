/** The director's stop condition: a Bernoulli draw before every exchange, whose probability can grow with the conversation. */
import type { StopCondition } from "../../stopping/condition.js";
import { byProbability } from "../../stopping/probability.js";
import type { DirectorSettings } from "./settings.js";

/** Removes the rounding error of sums such as 0.1 + 0.2, which events would show. */
const round = (value: number) => Math.round(value * 1e9) / 1e9;

/**
 * Holds with `probability` after `minTurns` exchanges; every further exchange adds `ramp`. A draw decides, not the director,
 * because a model that is asked whether to stop tends to stop at once. The idea comes from LangChain's authoritarian
 * multi-agent simulation.
 */
export function byDirector({
  probability,
  minTurns,
  ramp,
}: Pick<DirectorSettings, "probability" | "minTurns" | "ramp">): StopCondition {
  return (progress) => {
    const after = progress.turnsThisRun - minTurns;
    return after < 0 ? undefined : byProbability(Math.min(1, round(probability + ramp * after)))(progress);
  };
}
