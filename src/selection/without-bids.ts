/** The rules that need no bids. */
import { z } from "zod";
import { pick } from "../chance.js";
import { isRequested } from "./decision.js";
import { type Candidate, defineRule, type SelectionContext } from "./rule.js";

/** The speakers so far, without those who were called out of turn: the order continues where it was interrupted. */
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
        "For “round-robin”: the name of a participant who speaks first and then between all the others, like the storyteller of a game. Empty: nobody.",
    }),
  },
  needsBids: false,
  select(context) {
    const { candidates, names, settings } = context;
    const { lead } = settings;
    const speakers = speakersInTurn(context);
    const leader = candidates.find(({ participant }) => participant.name === lead);
    if (leader && speakers.at(-1) !== lead) return { seat: leader.seat };
    const previous = speakers.findLast((name) => name !== lead);
    const last = previous === undefined ? -1 : names.indexOf(previous);
    const others = candidates.filter(({ participant }) => participant.name !== lead);
    // A lead who is left alone speaks again.
    const next = others.find(({ seat }) => seat > last) ?? others[0] ?? candidates[0];
    return next && { seat: next.seat };
  },
  check: ({ lead }, names) =>
    lead === "" || names.includes(lead)
      ? []
      : [{ setting: "lead", params: { rule: "not-in-cast", name: lead, names } }],
});

/** The candidate whose last speech is longest ago; among those who have not spoken yet, the first. */
export function silentLongest({ candidates, spoken }: SelectionContext): Candidate {
  const lastSpeech = ({ participant }: Candidate) =>
    spoken.findLastIndex(({ speaker }) => speaker === participant.name);
  return pick(
    candidates.toSorted((left, right) => lastSpeech(left) - lastSpeech(right)),
    0,
  );
}

export const leastRecent = defineRule({
  name: "least-recent",
  description: "the participant who has been silent longest speaks",
  settings: {},
  needsBids: false,
  select: silentLongest,
});

export const lottery = defineRule({
  name: "lottery",
  description: "a random candidate speaks, drawn from the seed",
  settings: {},
  needsBids: false,
  select: ({ candidates, draw }) => pick(candidates, draw("rule")),
});
