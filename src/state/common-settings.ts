/** The input fields of a conversation: what each one means, its default and its bounds. Studio draws its form from them. */
import { z } from "zod";
import { maxSeed } from "../chance.js";
import { defaultLanguage, languages, locales } from "../locales/registry.js";
import { stoppingWithoutBids } from "../stopping/settings.js";
import { visiblePart } from "../text/name.js";
import type { Budget, Price } from "../usage/budget.js";
import { longestTopic, maxTurnLimit } from "./limits.js";
import { participants } from "./participant-settings.js";
import type { MemorySettings } from "./settings.js";

const memory = z
  .strictObject({
    window: z.enum(["all", "turns", "tokens", "summary"]).default("all").meta({
      title: "Window",
      description:
        "The whole conversation, its last messages, as many as fit into a number of tokens, or the last ones and a summary of all before.",
    }),
    turns: z.int().min(1).max(maxTurnLimit).default(20).meta({
      title: "Turns",
      description:
        "How many of the last messages a prompt holds; for “summary” so many at least, and up to twice as many until the next summary.",
    }),
    tokens: z.int().min(100).max(10_000_000).default(8000).meta({
      title: "Tokens",
      description: "For “tokens”: the size of the window, estimated at 4 letters or 1 Chinese character a token.",
    }),
  })
  .prefault({}) satisfies z.ZodType<MemorySettings, unknown>;

const limit = (title: string, description: string, schema: z.ZodType<number, number> = z.int().min(1).max(4e9)) =>
  schema.optional().meta({ title, description });

const budget = z
  .strictObject({
    calls: limit("Calls", "Calls of models, those that are made again included."),
    tokens: limit("Tokens", "Tokens in and out; estimated where a provider does not report them."),
    seconds: limit(
      "Seconds",
      "How long the conversation is at work; waiting for people does not count.",
      z.number().min(1).max(1e9),
    ),
    money: limit("Money", "In the currency of the prices.", z.number().min(1e-6).max(1e9)),
  })
  .prefault({}) satisfies z.ZodType<Budget, unknown>;

const price = z.strictObject({
  input: z.number().min(0).max(1e9).meta({ title: "Input", description: "For a million tokens of prompts." }),
  output: z.number().min(0).max(1e9).meta({ title: "Output", description: "For a million tokens of answers." }),
}) satisfies z.ZodType<Price, unknown>;

/** The fields that every mode takes; some modes have more to say in `participants`. */
export const commonFields = {
  topic: z
    .string()
    .trim()
    .min(1)
    .max(longestTopic)
    .refine((topic) => topic === "" || visiblePart(topic) !== "", { params: { rule: "empty" } })
    .default(locales[defaultLanguage].example.topic)
    .meta({
      title: "Topic",
      description: "What the conversation is about, best as a question. The moderator opens with it.",
    }),
  participants,
  language: z.enum(languages).default(defaultLanguage).meta({
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
  budget: budget.meta({
    title: "Budget",
    description:
      "What a run may cost, every bid and choice included. It closes with a last word before that. Without a limit where none is set.",
  }),
  prices: z.record(z.string().min(1).max(200), price).default({}).meta({
    title: "Prices",
    description: "What models cost, by the name that usage shows, such as openai:gpt-4.1-mini.",
    additionalProperties: true,
  }),
  memory: memory.meta({ title: "Memory", description: "How much of the conversation a prompt holds." }),
};

/** The fields of a mode that is a talk, and has to end somehow; some modes have more to say in `stopping`. */
export const talkFields = { ...commonFields, stopping: stoppingWithoutBids };
