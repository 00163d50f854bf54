/** The address rule: a participant who is asked a direct question by name answers, without an auction. */

import { z } from "zod";
import { readAddresses } from "../text/address.js";
import type { Address } from "./decision.js";
import type { Candidate, Selected, SelectionContext } from "./rule.js";

export const addressed = z.boolean().default(false).meta({
  title: "Addressed",
  description:
    "A participant who is asked a direct question by name gets the floor without an auction; the same two at most twice in a row.",
});

/** How many such turns in a row the same two participants may have; then the others get a chance. */
const grantLimit = 2;

/** How many of the latest turns the same two participants have granted each other. */
function grantsBetween({ history }: SelectionContext, one: string, other: string): number {
  const pair = new Set([one, other]);
  let count = 0;
  for (let index = history.length - 1; index >= 0; index -= 1) {
    const address = history[index]?.addressed;
    if (!address?.granted || !pair.has(address.by) || !pair.has(address.participant)) break;
    count += 1;
  }
  return count;
}

/** The candidate whom the latest message asks; of several, the one who is asked last. */
export function findAddress(context: SelectionContext): (Address & { readonly candidate: Candidate }) | undefined {
  const { latest, candidates, names } = context;
  if (!latest) return undefined;
  const asked = readAddresses(latest.text, names).asked.filter((name) => name !== latest.speaker);
  const candidateOf = (name: string) => candidates.find(({ participant }) => participant.name === name);
  const candidate = candidateOf(asked.findLast(candidateOf) ?? "");
  if (!candidate) return undefined;
  const { name } = candidate.participant;
  const granted = grantsBetween(context, latest.speaker, name) < grantLimit;
  return { by: latest.speaker, participant: name, granted, candidate };
}

/** Gives the floor to the participant who was asked, else follows `rule`. The record mentions the question in both cases. */
export function answerFirst(context: SelectionContext, rule: () => Selected): Selected {
  const found = findAddress(context);
  if (!found) return rule();
  const { candidate, ...address } = found;
  if (address.granted) return { rule: "addressed", seat: candidate.seat, addressed: address };
  const selected = rule();
  return selected && typeof selected === "object" ? { ...selected, addressed: address } : selected;
}
