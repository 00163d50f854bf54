/** A rule, a stop condition and a mode for scenario files and the command line: `--extensions examples/my-rules.ts`. */
import { defineCondition, defineRule } from "rostrum";
import { defineMode, schemasOf, talkFields } from "rostrum/modes";
import { z } from "zod";

/** The candidate who has said least so far speaks. */
export const briefest = defineRule({
  name: "briefest",
  description: "the candidate who has said least so far speaks",
  settings: {
    atLeast: z.int().min(0).max(1000).default(0).meta({
      title: "At least",
      description: "For “briefest”: this many characters count as said from the start.",
    }),
  },
  needsBids: false,
  select({ candidates, spoken, settings }) {
    const saidBy = (name: string) =>
      spoken.filter(({ speaker }) => speaker === name).reduce((sum, { text }) => sum + text.length, settings.atLeast);
    return candidates.toSorted((left, right) => saidBy(left.participant.name) - saidBy(right.participant.name))[0];
  },
});

/** Ends the conversation as soon as the given participant has spoken. */
export const finalWord = defineCondition({
  name: "finalWord",
  setting: z.string().meta({ title: "Final word", description: "Holds as soon as this participant has spoken." }),
  needs: null,
  create:
    (name) =>
    ({ turn, turnsThisRun, latest }) =>
      turnsThisRun > 0 && latest?.speaker === name
        ? { kind: "custom", turn, description: `${name} had the final word` }
        : undefined,
  check: (name, names) => (names.includes(name) ? [] : [{ params: { rule: "not-in-cast", name, names } }]),
});

/** Everyone speaks once, from the last seat to the first. */
export const relay = defineMode({
  name: "relay",
  summary: "everyone speaks once, from the last seat to the first",
  schemas: schemasOf(talkFields, {}),
  turn: {
    findSpeaker: ({ names, turnsThisRun }) => names.at(-1 - turnsThisRun),
    turnsOf: ({ participants }) => participants.length,
  },
});
