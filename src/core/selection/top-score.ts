import { z } from "zod/v4";
import { pick } from "../../base/chance.js";
import type { Score } from "../../records/decision.js";
import { readAddresses } from "../text/address.js";
import type { guidance } from "./model-choice.js";
import type { Candidate, RuleContext, Selection, SelectionContext, WhenAsked } from "./rule.js";

export const tieBreak = z.enum(["random", "addressed", "selector"]).default("random").meta({
  title: "Tie-break",
  description:
    "How a tie is broken. “random”: by a draw. “addressed”: by the latest message. The floor goes to a participant whom the message asks; otherwise to a participant whom it calls on; otherwise to a participant whom it names. Among several, the last one mentioned wins. If the message names no tied participant, a draw decides. “selector”: by a model, which chooses one of the tied candidates. If its answers are unreadable, or if the call fails, a draw decides.",
});

function namedLast({ latest, names }: SelectionContext, tied: readonly Candidate[]): Candidate | undefined {
  if (!latest) return undefined;
  const { asked, called, named } = readAddresses(latest.text, names);
  const found = (name: string) =>
    name === latest.speaker ? undefined : tied.find(({ participant }) => participant.name === name);
  return found([...named, ...called, ...asked].findLast(found) ?? "");
}

export const among = z.int().min(2).max(100).optional().meta({
  title: "Among",
  description:
    "The number of highest-scoring candidates from whom a model chooses; candidates with the same score as the last of them are included. If its answers are unreadable, or if the call fails, the highest score wins. Default: the highest score wins.",
});

interface Settings {
  readonly tieBreak: z.output<typeof tieBreak>;
  readonly among?: z.output<typeof among>;
  readonly guidance?: z.output<typeof guidance>;
}

export function whenScoresAsk({ among, tieBreak }: Settings): WhenAsked {
  if (among !== undefined) return "always";
  return tieBreak === "selector" ? "sometimes" : "never";
}

/** Returns the candidates with the `size` highest scores, and all others with the same score as the last of these. */
function shortlistOf(standing: readonly Candidate[], scores: readonly Score[], size: number): readonly Candidate[] {
  const totals = scores.map(({ total }) => total).toSorted((left, right) => right - left);
  const lowest = totals[size - 1] ?? Number.NEGATIVE_INFINITY;
  return standing.filter((_candidate, index) => (scores[index]?.total ?? lowest) >= lowest);
}

/** @param scores - One score for each candidate in `standing`, in the same order. */
export async function topScore(
  context: RuleContext<Settings>,
  standing: readonly Candidate[],
  scores: readonly Score[],
): Promise<Omit<Selection, "excluded">> {
  const { tieBreak, among, guidance } = context.settings;
  const shortlist = among === undefined ? [] : shortlistOf(standing, scores, among);
  const isShort = shortlist.length > 1;
  const [preferred] = isShort ? (await context.ask({ candidates: shortlist, guidance })).chosen : [];
  const shown = isShort ? { among: shortlist.map(({ participant }) => participant.name) } : {};
  if (preferred) return { rule: "selector", seat: preferred.seat, scores, draw: null, ...shown };
  const highest = Math.max(...scores.map(({ total }) => total));
  const top = standing.filter((_candidate, index) => scores[index]?.total === highest);
  const tied = top.map(({ participant }) => participant.name);
  const isTied = top.length > 1;
  const named = isTied && tieBreak === "addressed" ? namedLast(context, top) : undefined;
  if (named) return { seat: named.seat, scores, tied, draw: null, ...shown };
  // A model that has not chosen from the shortlist is not asked again.
  const asksModel = isTied && tieBreak === "selector" && !isShort;
  const [chosen] = asksModel ? (await context.ask({ candidates: top, guidance })).chosen : [];
  if (chosen) return { seat: chosen.seat, scores, tied, draw: null };
  const draw = isTied ? context.draw("tie") : null;
  return { seat: pick(top, draw ?? 0).seat, scores, tied, draw, ...shown };
}
