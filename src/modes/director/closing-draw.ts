/** The director's own condition: a Bernoulli draw before every exchange, likelier the longer the conversation lasts. */

import type { StopCondition } from "../../stopping/condition.js";
import { byProbability } from "../../stopping/probability.js";
import type { DirectorSettings } from "./settings.js";

/** Sums of fractions such as 0.1 + 0.2 would be told with a tail of digits. */
const round = (value: number) => Math.round(value * 1e9) / 1e9;

/**
 * Holds with `probability` once `minTurns` exchanges are over, and with `ramp` more for every further one. The draw decides
 * and the director is only told, since a model that is asked whether to stop does so at once; the idea is that of
 * LangChain's authoritarian multi-agent simulation.
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
