/** LangGraph Studio builds its form from these fields. */
import { z } from "zod/v4";
import { maxSeed } from "../../base/chance.js";
import { maxTurnLimit } from "../../base/limits.js";
import { defaultLanguage, languages, locales } from "../../words/registry.js";
import { memoryField } from "../memory/remember.js";
import { conditionsWithoutBids, stoppingField } from "../stopping/registry.js";
import { visiblePart } from "../text/name.js";
import { budgetField, pricesField } from "../usage/budget.js";
import { participants, workers } from "./participant.js";

/** In characters. */
export const longestTopic = 4000;

/**
 * The fields of every mode. Some modes replace some of them, such as `participants`, with fields of their own.
 */
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
      description: "What the conversation is about, ideally as a question.",
    }),
  participants: workers,
  language: z.enum(languages).default(defaultLanguage).meta({
    title: "Language",
    description: "The language of prompts and speeches.",
  }),
  wordLimit: z.int().min(5).max(2000).default(80).meta({
    title: "Word limit",
    description:
      "The maximum length that prompts set for a speech, in words (characters in Chinese). Rostrum does not cut off speeches at this length.",
  }),
  prepare: z.boolean().default(false).meta({
    title: "Prepare",
    description:
      "Whether a model describes participants that are not people and have neither a description nor instructions, and turns the topic into one question unless the topic ends with a question mark.",
  }),
  seed: z.int().min(0).max(maxSeed).optional().meta({
    title: "Seed",
    description:
      "The number from which draws are computed: with the same settings, seed and answers, a conversation usually takes the same course. By default, a new conversation draws its own seed.",
  }),
  maxTurns: z.int().min(1).max(maxTurnLimit).default(10).meta({
    title: "Turns",
    description:
      "The maximum number of turns in a run, as its mode counts them; stop conditions can end the run earlier.",
  }),
  budget: budgetField,
  prices: pricesField,
  humanTimeoutMs: z.int().min(1000).max(2_000_000_000).optional().meta({
    title: "Time for people",
    description:
      "How long a person may take for a turn, in milliseconds. After that, “onHumanTimeout” applies. Default: no limit.",
  }),
  onHumanTimeout: z.enum(["skip", "stop"]).default("skip").meta({
    title: "When the time is up",
    description:
      "What happens when a person's time is up. “skip”: the person misses the turn; a late answer is usually heard as an interjection. “stop”: the conversation ends. A meeting always ends if its final decision is late.",
  }),
  memory: memoryField,
};

/** The common fields, with the `participants` and `stopping` fields of modes without bids. */
export const talkFields = { ...commonFields, participants, stopping: stoppingField(conditionsWithoutBids) };
