/** The input fields of a conversation: what each one means, its default and its bounds. Studio draws its form from them. */
import { z } from "zod";
import { maxSeed } from "../domain/chance.js";
import { languages } from "../domain/language.js";
import { forbiddenInName, isReservedName, maxNameLength, nameKey, tidyName, visiblePart } from "../domain/name.js";
import type { Participant } from "../domain/participant.js";
import type { BiddingSettings, MemorySettings, SelectionSettings, StoppingSettings } from "../domain/settings.js";
import { examples } from "./example.js";

/** The most turns a conversation may have. */
export const maxTurnLimit = 10_000;

const shortText = (limit: number) => z.string().trim().max(limit).default("");

/** A text that stands in a sentence of the prompt: on one line. */
const phrase = (limit: number) => shortText(limit).transform((text) => text.replace(/[\p{Cc}\p{Z}]+/gu, " ").trim());

const name = z
  .string()
  .transform(tidyName)
  .pipe(
    z.string().superRefine((value, context) => {
      const refuse = (params: Record<string, unknown>) => context.addIssue({ code: "custom", params });
      const character = forbiddenInName(value);
      if (character !== undefined) refuse({ rule: "forbidden-character", character });
      else if (nameKey(value) === "") refuse({ rule: "empty" });
      else if ([...value].length > maxNameLength) refuse({ rule: "too-long", limit: maxNameLength });
    }),
  )
  .meta({
    title: "Name",
    description: `Unique in the cast; at most ${maxNameLength} characters, no line breaks, colons or angle brackets.`,
  });

export const participantField = z
  .strictObject({
    name,
    role: phrase(200).meta({ title: "Role", description: 'Profession or function, such as "bridge engineer".' }),
    location: phrase(200).meta({ title: "Location", description: "Where the participant is from or stands." }),
    description: shortText(4000).meta({
      title: "Description",
      description: "Who the participant is and what it wants. With “prepare” it is written by the model when empty.",
    }),
    instructions: shortText(8000).meta({
      title: "Instructions",
      description: "The whole system prompt, instead of the one built from the fields above.",
    }),
    model: shortText(200).meta({
      title: "Model",
      description: "The model that answers for this participant, as provider:name. Empty: the run's model.",
    }),
    bidder: z.enum(["model", "random"]).default("model").meta({
      title: "Bidder",
      description: "“model” asks a model for each bid; “random” draws 0 to 5 instead.",
    }),
  })
  .meta({ title: "Participant" }) satisfies z.ZodType<Participant, unknown>;

/** Every two participants of a cast must be told apart, also by a reader who does not see invisible characters. */
const participants = z
  .array(participantField)
  .min(2)
  .max(200)
  .superRefine((cast, context) => {
    const firstWith = new Map<string, number>();
    for (const [index, { name }] of cast.entries()) {
      const first = firstWith.get(nameKey(name));
      if (isReservedName(name))
        context.addIssue({ code: "custom", path: [index, "name"], params: { rule: "reserved-name", name } });
      if (first === undefined) firstWith.set(nameKey(name), index);
      else context.addIssue({ code: "custom", path: [index, "name"], params: { rule: "duplicate-name", name, first } });
    }
  })
  .prefault([...examples.en.participants]);

const scale = z
  .strictObject({
    min: z.int().min(0).max(1000).default(1).meta({ title: "Lowest bid", description: "An integer." }),
    max: z.int().min(1).max(1000).default(10).meta({ title: "Highest bid", description: "An integer." }),
  })
  .refine(({ min, max }) => min < max, { path: ["max"], params: { rule: "scale-order" } })
  .prefault({});

const bidding = z
  .strictObject({
    criterion: z.string().trim().min(1).max(1000).default("contradiction").meta({
      title: "Criterion",
      description:
        "What a bid measures. “contradiction”: how far the latest message goes against the bidder's ideas. “urge”: how much it needs to speak now. Anything else is put to the bidder as you write it.",
    }),
    scale: scale.meta({ title: "Scale", description: "The lowest and the highest bid." }),
    answer: z.enum(["tag", "structured"]).default("tag").meta({
      title: "Answer format",
      description: "“tag” asks for <7> in text; “structured” uses the provider's structured output.",
    }),
    attempts: z.int().min(1).max(5).default(2).meta({
      title: "Attempts",
      description: "How often a participant is asked for one bid before it counts as unreadable (0).",
    }),
  })
  .prefault({}) satisfies z.ZodType<BiddingSettings, unknown>;

const selection = z
  .strictObject({
    repeat: z.enum(["allow", "forbid"]).default("allow").meta({
      title: "Repeat",
      description: "May the last speaker get the floor again at once?",
    }),
    aging: z.number().min(0).max(1000).default(0).meta({
      title: "Aging",
      description: "Points added to a bid for every turn its owner has waited.",
    }),
    centre: z.int().min(0).max(100).default(0).meta({
      title: "Centre",
      description:
        "Counts a bid against the mean of its owner's last bids, so that shouting the highest number every time wins nothing: over how many bids; 0 turns it off.",
    }),
  })
  .prefault({}) satisfies z.ZodType<SelectionSettings, unknown>;

const stopping = z
  .strictObject({
    combine: z.enum(["any", "all"]).default("any").meta({
      title: "Combine",
      description:
        "“any”: the first condition that holds ends the conversation. “all”: every condition given must hold.",
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
  })
  .prefault({}) satisfies z.ZodType<StoppingSettings, unknown>;

const memory = z
  .strictObject({
    window: z.enum(["all", "turns", "tokens"]).default("all").meta({
      title: "Window",
      description: "The whole conversation, its last messages, or as many as fit into a number of tokens.",
    }),
    turns: z.int().min(1).max(maxTurnLimit).default(20).meta({
      title: "Turns",
      description: "For “turns”: how many of the last messages a prompt holds.",
    }),
    tokens: z.int().min(100).max(10_000_000).default(8000).meta({
      title: "Tokens",
      description: "For “tokens”: the size of the window, estimated at 4 letters or 1 Chinese character a token.",
    }),
  })
  .prefault({}) satisfies z.ZodType<MemorySettings, unknown>;

/** The fields that every mode takes. */
const commonFields = {
  topic: z
    .string()
    .trim()
    .min(1)
    .max(4000)
    .refine((topic) => topic === "" || visiblePart(topic) !== "", { params: { rule: "empty" } })
    .default(examples.en.topic)
    .meta({
      title: "Topic",
      description: "What the conversation is about, best as a question. The moderator opens with it.",
    }),
  participants: participants.meta({
    title: "Participants",
    description: "The cast, at least two. Only names are needed.",
  }),
  language: z.enum(languages).default("en").meta({
    title: "Language",
    description: "The language of prompts and speeches: en (English) or zh (Chinese).",
  }),
  wordLimit: z.int().min(5).max(2000).default(80).meta({
    title: "Word limit",
    description: "How long a speech may be, in words (characters in Chinese).",
  }),
  prepare: z.boolean().default(false).meta({
    title: "Prepare",
    description: "Let the model describe participants that have no description, and turn the topic into one question.",
  }),
  seed: z.int().min(0).max(maxSeed).optional().meta({
    title: "Seed",
    description: "All chance follows from it: same seed and same answers, same conversation. Drawn when left out.",
  }),
  maxTurns: z.int().min(1).max(maxTurnLimit).default(10).meta({
    title: "Turns",
    description: "After this many turns the conversation ends, whatever else is set.",
  }),
  selection: selection.meta({ title: "Selection", description: "How bids become a speaker." }),
  stopping: stopping.meta({ title: "Stopping", description: "What else ends the conversation." }),
  memory: memory.meta({ title: "Memory", description: "How much of the conversation a prompt holds." }),
};

/** The fields of the bidding mode. */
export const biddingFields = {
  ...commonFields,
  bidding: bidding.meta({ title: "Bidding", description: "How bids are asked for." }),
};
