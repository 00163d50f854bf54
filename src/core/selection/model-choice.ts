import { z } from "zod/v4";
import { pick } from "../../base/chance.js";
import type { ChoiceAttempt } from "../../records/decision.js";
import { parseChoice } from "../text/read-answer.js";
import { silentLongest } from "./least-recent.js";
import { drawCandidate } from "./lottery.js";
import type { Selection, SelectionContext } from "./rule.js";

export const guidance = z.string().trim().max(4000).optional().meta({
  title: "Guidance",
  description:
    "If a model chooses the speaker: what the model should consider. By default, it is asked to choose whoever has the best reason to respond, without forgetting those who have said little.",
});

export const fallbackNames = z.enum(["first", "least-recent", "random"]);
type Fallback = z.output<typeof fallbackNames>;

const fallbacks: Readonly<Record<Fallback, (floor: SelectionContext) => Pick<Selection, "seat" | "scores">>> = {
  first: ({ candidates }) => pick(candidates, 0),
  "least-recent": silentLongest,
  random: drawCandidate,
};

export function fallBack(floor: SelectionContext, fallback: Fallback): Selection {
  const { seat, scores = [] } = fallbacks[fallback](floor);
  return { rule: `fallback-${fallback}`, seat, scores };
}

/** @param rule - The rule's name in the decision record if there is a readable choice. */
export function chosenBy(
  rule: string,
  floor: SelectionContext,
  choices: readonly ChoiceAttempt[],
  fallback: Fallback,
): Selection {
  const readable = choices.findLast(({ problem }) => problem === null);
  const choice = readable && parseChoice(readable.answer, floor.candidates.length);
  const chosen = choice?.ok ? floor.candidates[choice.index] : undefined;
  return chosen ? { rule, seat: chosen.seat, choices } : { ...fallBack(floor, fallback), choices };
}
