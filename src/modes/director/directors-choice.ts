/** The rule of the director mode: the candidate that the director named, or the fallback where it named nobody readable. */
import { pick } from "../../chance.js";
import type { ChoiceAttempt } from "../../selection/decision.js";
import { silentLongest } from "../../selection/least-recent.js";
import type { Candidate, Selection, SelectionContext } from "../../selection/rule.js";
import type { DirectorSettings } from "./settings.js";

const fallbacks: Readonly<Record<DirectorSettings["fallback"], (floor: SelectionContext) => Candidate>> = {
  first: ({ candidates }) => pick(candidates, 0),
  "least-recent": silentLongest,
  random: ({ candidates, draw }) => pick(candidates, draw("rule")),
};

/** `index` is the place among the candidates, from 0; undefined where no answer could be read. */
export function directorsChoice(
  floor: SelectionContext,
  index: number | undefined,
  { choices, fallback }: { choices: readonly ChoiceAttempt[]; fallback: DirectorSettings["fallback"] },
): Selection {
  const chosen = index === undefined ? undefined : floor.candidates[index];
  return chosen
    ? { rule: "directors-choice", seat: chosen.seat, choices }
    : { rule: `fallback-${fallback}`, seat: fallbacks[fallback](floor).seat, choices };
}
