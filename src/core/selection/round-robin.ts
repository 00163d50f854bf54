import { z } from "zod/v4";
import type { Decision } from "../../records/decision.js";
import { isRequested } from "./decision.js";
import { defineRule, type Speech } from "./rule.js";

/**
 * Whether the speaker got the floor without a request. The order continues after the last such speech, so requests do
 * not change it.
 */
function isInOrder({ turn }: Speech, history: readonly Decision[]): boolean {
  if (turn === null) return true;
  const first = history.findLastIndex((decision) => decision.turn < turn) + 1;
  return !history.slice(first).some((decision) => decision.turn === turn && isRequested(decision));
}

export const roundRobin = defineRule({
  name: "round-robin",
  description: "participants speak in a fixed order, and one of them can lead",
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
    explain: ({ speaker }) => `The “round-robin” rule goes through the cast in order, and ${speaker} was next.`,
  },
  select(context) {
    const { candidates, names, settings, spoken, history } = context;
    const { lead } = settings;
    const inOrder = (speech: Speech) => isInOrder(speech, history);
    const leader = candidates.find(({ participant }) => participant.name === lead);
    if (leader && spoken.findLast(inOrder)?.speaker !== lead) return { seat: leader.seat };
    const previous = spoken.findLast((speech) => speech.speaker !== lead && inOrder(speech))?.speaker;
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
