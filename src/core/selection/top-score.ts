/** The final choice of all rules that compute scores: the highest score wins, and `tieBreak` settles ties. */
import { z } from "zod/v4";
import { pick } from "../../base/chance.js";
import type { Score } from "../../records/decision.js";
import { readAddresses } from "../text/address.js";
import { readChoice } from "./model-choice.js";
import type { Candidate, Selection, SelectionContext } from "./rule.js";

export const tieBreak = z.enum(["random", "addressed", "selector"]).default("random").meta({
  title: "Tie-break",
  description:
    "How a tie is broken. “random”: by a draw. “addressed”: by the latest message. The floor goes to a participant whom the message asks; otherwise to a participant whom it calls on; otherwise to a participant whom it names. Among several, the last one mentioned wins. If the message names no tied participant, a draw decides. “selector”: by a model, which chooses one of the tied candidates. If its answers are unreadable, a draw decides.",
});

function namedLast({ latest, names }: SelectionContext, tied: readonly Candidate[]): Candidate | undefined {
  if (!latest) return undefined;
  const { asked, called, named } = readAddresses(latest.text, names);
  const found = (name: string) =>
    name === latest.speaker ? undefined : tied.find(({ participant }) => participant.name === name);
  return found([...named, ...called, ...asked].findLast(found) ?? "");
}

/**
 * Selects the candidate with the highest score. If the context contains a model's choices, they are choices between the
 * tied candidates.
 *
 * @param scores - One score for each candidate in `standing`, in the same order.
 */
export function topScore(
  context: SelectionContext<{ readonly tieBreak: z.output<typeof tieBreak> }>,
  standing: readonly Candidate[],
  scores: readonly Score[],
): Pick<Selection, "seat" | "scores" | "tied" | "draw" | "choices"> {
  const highest = Math.max(...scores.map(({ total }) => total));
  const top = standing.filter((_candidate, index) => scores[index]?.total === highest);
  const tied = top.map(({ participant }) => participant.name);
  const named = top.length > 1 && context.settings.tieBreak === "addressed" ? namedLast(context, top) : undefined;
  if (named) return { seat: named.seat, scores, tied, draw: null };
  const { choices } = context;
  const chosen = choices && readChoice(choices, top);
  if (chosen) return { seat: chosen.seat, scores, tied, draw: null, choices };
  const draw = top.length > 1 ? context.draw("tie") : null;
  return { seat: pick(top, draw ?? 0).seat, scores, tied, draw, ...(choices && { choices }) };
}
