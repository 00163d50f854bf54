/** The input fields of a conversation: what each one means, its default and its bounds. Studio draws its form from them. */
import { z } from "zod";
import { maxSeed } from "../../domain/chance.js";
import { languages } from "../../domain/language.js";
import { visiblePart } from "../../domain/name.js";
import type { MemorySettings } from "../../domain/settings.js";
import { examples } from "../example.js";
import { maxTurnLimit } from "./limits.js";
import { participants } from "./participants.js";
import { stoppingWithoutBids } from "./stopping.js";

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

/** The fields that every mode takes; some modes have more to say in `participants`. */
export const commonFields = {
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
  participants,
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
  memory: memory.meta({ title: "Memory", description: "How much of the conversation a prompt holds." }),
};

/** The fields of a mode that is a talk, and has to end somehow; some modes have more to say in `stopping`. */
export const talkFields = { ...commonFields, stopping: stoppingWithoutBids };
