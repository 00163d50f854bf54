/** The input fields of the director mode. */
import { z } from "zod";
import { repeat } from "../../selection/registry.js";
import { commonFields } from "../../state/fields.js";
import { checkLeader, leaderFields } from "../../state/participant.js";
import { maxTurnLimit } from "../../stopping/condition.js";
import { conditionsWithoutDraws, stoppingField } from "../../stopping/registry.js";

const director = z
  .strictObject({
    ...leaderFields,
    probability: z.number().min(0).max(1).default(0.2).meta({
      title: "Probability",
      description: "How likely the conversation is to be closed before an exchange (a Bernoulli draw each time).",
    }),
    minTurns: z.int().min(0).max(maxTurnLimit).default(1).meta({
      title: "Minimum",
      description: "The number of exchanges before the first draw. At 0 the director may close at once.",
    }),
    ramp: z.number().min(0).max(1).default(0).meta({
      title: "Ramp",
      description: "Added to the probability for every exchange after the minimum.",
    }),
    fallback: z.enum(["first", "least-recent", "random"]).default("first").meta({
      title: "Fallback",
      description:
        "Who gets the floor after two unreadable choices: the first candidate, the one who has been silent longest, or a random one.",
    }),
    repeat: repeat.meta({
      title: "Repeat",
      description: "Whether the director may choose the same guest twice in a row.",
    }),
    calls: z.enum(["three", "one"]).default("three").meta({
      title: "Calls",
      description:
        "“three”: separate calls for comment, choice and question. “one”: one call for all three, whose comment streams while the rest is still to come; an exchange then waits for two calls instead of four.",
    }),
  })
  .prefault({});

/** Who leads a conversation, and how. */
export interface DirectorSettings extends Readonly<z.output<typeof director>> {}

export const directorFields = {
  ...commonFields,
  maxTurns: commonFields.maxTurns.meta({
    title: "Turns",
    description:
      "The maximum number of exchanges. After these the director closes the conversation, whatever the draw.",
  }),
  director: director.meta({ title: "Director", description: "Who leads the conversation, and how." }),
  stopping: stoppingField(conditionsWithoutDraws),
};

export const checkDirector = checkLeader("director");
