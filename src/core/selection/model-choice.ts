/** Reads a model's choice of the next speaker. */
import { z } from "zod/v4";
import { pick } from "../../base/chance.js";
import type { ChoiceAttempt } from "../../records/decision.js";
import { parseChoice } from "../text/read-answer.js";
import { silentLongest } from "./least-recent.js";
import { drawCandidate } from "./lottery.js";
import type { Candidate, Selection, SelectionContext } from "./rule.js";

export const fallbackNames = z.enum(["first", "least-recent", "random"]);
type Fallback = z.output<typeof fallbackNames>;

const fallbacks: Readonly<Record<Fallback, (floor: SelectionContext) => Pick<Selection, "seat" | "scores">>> = {
  first: ({ candidates }) => pick(candidates, 0),
  "least-recent": silentLongest,
  random: drawCandidate,
};

/**
 * Returns the candidate in the latest readable choice; undefined if no choice is readable. `asked`: the candidates
 * shown to the model.
 */
export function readChoice(choices: readonly ChoiceAttempt[], asked: readonly Candidate[]): Candidate | undefined {
  const readable = choices.findLast(({ problem }) => problem === null);
  const choice = readable && parseChoice(readable.answer, asked.length);
  return choice?.ok ? asked[choice.index] : undefined;
}

/**
 * Selects the candidate in the latest readable choice. Without a readable choice, applies `fallback`.
 *
 * @param rule - The rule's name in the decision record if there is a readable choice.
 */
export function chosenBy(
  rule: string,
  floor: SelectionContext,
  choices: readonly ChoiceAttempt[],
  fallback: Fallback,
): Selection {
  const chosen = readChoice(choices, floor.candidates);
  if (chosen) return { rule, seat: chosen.seat, choices };
  const { seat, scores = [] } = fallbacks[fallback](floor);
  return { rule: `fallback-${fallback}`, seat, scores, choices };
}
