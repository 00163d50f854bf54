/** Participants speak in order, again and again. A lead speaks before each of the others. */
import { z } from "zod";
import { isRequested } from "./decision.js";
import { defineRule, type SelectionContext } from "./rule.js";

/**
 * Returns the speakers so far, in order, except those who spoke on request. They are left out so that the order
 * continues where the request interrupted it.
 */
function speakersInTurn({ spoken, history }: SelectionContext): readonly string[] {
  const outOfTurn = new Set<number | null>(history.filter(isRequested).map(({ turn }) => turn));
  return spoken.filter(({ turn }) => !outOfTurn.has(turn)).map(({ speaker }) => speaker);
}

export const roundRobin = defineRule({
  name: "round-robin",
  description: "participants speak in order, again and again; one of them may lead",
  settings: {
    lead: z.string().trim().max(200).default("").meta({
      title: "Lead",
      description:
        "For “round-robin”: the name of a participant who speaks first and after each of the others, like the storyteller of a game. Empty: nobody.",
    }),
  },
  needsBids: false,
  words: {
    label: "next in order",
    explain: ({ speaker }) => `The rule round-robin goes through the cast in order, and ${speaker} was next.`,
  },
  select(context) {
    const { candidates, names, settings } = context;
    const { lead } = settings;
    const speakers = speakersInTurn(context);
    const leader = candidates.find(({ participant }) => participant.name === lead);
    if (leader && speakers.at(-1) !== lead) return { seat: leader.seat };
    const previous = speakers.findLast((name) => name !== lead);
    const last = previous === undefined ? -1 : names.indexOf(previous);
    const others = candidates.filter(({ participant }) => participant.name !== lead);
    // If no one else can speak, the lead speaks again.
    const next = others.find(({ seat }) => seat > last) ?? others[0] ?? candidates[0];
    return next && { seat: next.seat };
  },
  check: ({ lead }, names) =>
    lead === "" || names.includes(lead)
      ? []
      : [{ setting: "lead", params: { rule: "not-in-cast", name: lead, names } }],
});
