/** What ends a conversation besides its limit. Each mode has the conditions that mean something in it. */
import { z } from "zod";
import { maxTurnLimit } from "../state/limits.js";
import type { StoppingSettings } from "../state/settings.js";

const conditions = z.strictObject({
  combine: z.enum(["any", "all"]).default("any").meta({
    title: "Combine",
    description: "“any”: the first condition that holds ends the conversation. “all”: every condition given must hold.",
  }),
  turns: z.int().min(1).max(maxTurnLimit).optional().meta({
    title: "Turns",
    description: "Holds from this turn of a run on.",
  }),
  phrase: z.string().trim().min(1).max(200).optional().meta({
    title: "Phrase",
    description: "Holds when the latest speech contains this phrase, whatever its case.",
  }),
  silence: z
    .strictObject({
      threshold: z.number().min(0).max(1000).default(2).meta({
        title: "Threshold",
        description: "A bid at or under this is silence.",
      }),
      turns: z.int().min(1).max(1000).default(2).meta({
        title: "Turns",
        description: "For how many turns running.",
      }),
    })
    .optional()
    .meta({ title: "Silence", description: "Holds when nobody has wanted the floor for some turns." }),
  probability: z.number().min(0).max(1).optional().meta({
    title: "Probability",
    description: "Holds with this probability after every turn (a Bernoulli draw).",
  }),
});

const describe = <Schema extends z.ZodType>(schema: Schema) =>
  schema.meta({ title: "Stopping", description: "What else ends the conversation." });

/** With bids there can be silence. */
export const stoppingWithBids = describe(conditions.prefault({})) satisfies z.ZodType<StoppingSettings, unknown>;

export const stoppingWithoutBids = describe(conditions.omit({ silence: true }).prefault({}));

/** The director's own draw is the only one there is. */
export const stoppingByDirector = describe(conditions.omit({ silence: true, probability: true }).prefault({}));
