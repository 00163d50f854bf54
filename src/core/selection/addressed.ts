import { z } from "zod/v4";
import type { Address } from "../../records/decision.js";
import { readAddresses } from "../text/address.js";
import { breakSilence } from "./longest-silence.js";
import type { Candidate, Selected, SelectionContext } from "./rule.js";

export const addressed = z.boolean().default(false).meta({
  title: "Addressed",
  description:
    "Whether a participant who is asked a direct question by name usually gets the floor without an auction. Two participants can give each other the floor in this way at most twice in a row.",
});

interface Settings {
  readonly addressed?: boolean;
  readonly longestSilence?: number | undefined;
}

/**
 * The maximum number of consecutive turns that `addressed` gives to the same two participants. Without a limit, these
 * two could exclude everybody else.
 */
const grantLimit = 2;

function isAtLimit({ history }: SelectionContext, pair: readonly string[]): boolean {
  const latest = history.slice(-grantLimit).map(({ addressed }) => addressed);
  const isBetween = ({ granted, by, participant }: Address) =>
    granted && pair.includes(by) && pair.includes(participant);
  return latest.length === grantLimit && latest.every((address) => address && isBetween(address));
}

/**
 * Finds the candidate whom the latest message asks a question; if it asks several, the one asked last. Returns
 * undefined if it asks no candidate, if `addressed` is off, or if `longestSilence` decides who speaks.
 */
export function findAddress(
  context: SelectionContext<Settings>,
): (Address & { readonly candidate: Candidate }) | undefined {
  const { latest, candidates, names, settings } = context;
  if (!settings.addressed || !latest || breakSilence(context)) return undefined;
  const asked = readAddresses(latest.text, names).asked.filter((name) => name !== latest.speaker);
  const candidateOf = (name?: string) => candidates.find(({ participant }) => participant.name === name);
  const candidate = candidateOf(asked.findLast(candidateOf));
  if (!candidate) return undefined;
  const { name } = candidate.participant;
  return { by: latest.speaker, participant: name, granted: !isAtLimit(context, [latest.speaker, name]), candidate };
}

/**
 * Gives the floor to a candidate who was asked a question. Otherwise, or if the limit is reached, `rule` chooses the
 * speaker; at the limit, the decision also records the question.
 */
export async function answerFirst(
  context: SelectionContext<Settings>,
  rule: () => Selected | Promise<Selected>,
): Promise<Selected> {
  const found = findAddress(context);
  if (!found) return rule();
  const { candidate, ...address } = found;
  if (address.granted) return { rule: "addressed", seat: candidate.seat, addressed: address };
  const selected = await rule();
  return selected && typeof selected === "object" ? { ...selected, addressed: address } : selected;
}
