/** The address rule: who is asked a direct question by name answers, without an auction. */

import { readAddresses } from "../text/address.js";
import type { Address } from "./decision.js";
import type { Candidate, SelectionContext, SelectionRule } from "./rule.js";

const addressedRule = "addressed";

/** Two participants may hand the floor to each other so many times running; then the others get a chance. */
const mostGrantsBetweenTwo = 2;

/** How many grants running the same two have had between them. */
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

/** Whom the latest message asks, if it is a candidate: of several the one who was asked last. */
export function findAddress(floor: SelectionContext): (Address & { readonly candidate: Candidate }) | undefined {
  const { latest, candidates, state } = floor;
  if (!latest) return undefined;
  const names = state.participants.map(({ name }) => name);
  const asked = readAddresses(latest.text, names).asked.filter((name) => name !== latest.speaker);
  const isCandidate = (name: string) => candidates.some(({ participant }) => participant.name === name);
  const last = asked.findLast(isCandidate);
  const candidate = candidates.find(({ participant }) => participant.name === last);
  if (!candidate) return undefined;
  const { name } = candidate.participant;
  const granted = grantsBetween(floor, latest.speaker, name) < mostGrantsBetweenTwo;
  return { by: latest.speaker, participant: name, granted, candidate };
}

/** Gives the floor to who was asked, else leaves it to `rule`; the record says so in either case. */
export function answerFirst(floor: SelectionContext, rule: () => ReturnType<SelectionRule>): ReturnType<SelectionRule> {
  const found = findAddress(floor);
  if (!found) return rule();
  const { candidate, ...addressed } = found;
  if (addressed.granted) return { rule: addressedRule, seat: candidate.seat, addressed };
  const selected = rule();
  return selected && typeof selected === "object" ? { ...selected, addressed } : selected;
}
