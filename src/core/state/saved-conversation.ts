/** The saved format of a conversation's state: the channels of its graph, as every checkpoint holds them. */
import { z } from "zod";
import { isRecord } from "../../base/is-record.js";
import { languages } from "../../words/registry.js";
import { listOfRecords as list, SavedFormat } from "./saved-format.js";

const messages = z.custom<readonly object[]>(
  (value) => Array.isArray(value) && value.every((message) => isRecord(message) && "content" in message),
  "not a list of messages",
);
const record = z.custom<object | null>((value) => value === null || isRecord(value), "not an object");
const count = z.int().min(0);

/** A state that has not opened yet lacks channels, and each mode adds its own. */
const schema = z
  .looseObject({
    formatVersion: count,
    topic: z.string(),
    language: z.enum(languages),
    seed: count,
    turn: count,
    turnAtStart: count,
    maxTurns: count,
    nextSpeaker: z.string(),
    pauseAt: count.nullable(),
    ...{ messages, participants: list, scenes: list, decisions: list, bids: list, interjections: list },
    ...{ controls: list, usage: list, warnings: list, stopDraws: list, verdicts: list, corrections: list },
    ...{ toolCalls: list, judgements: list, results: list, ui: list },
    ...{ opening: record, spending: record, budgetStop: record, memorySummary: record, stopReason: record },
  })
  .partial();

/**
 * The version is a channel of its own, `formatVersion`, so that every checkpointer and a LangGraph server save it with the rest. The
 * opening step sets it.
 */
export const conversationFormat = new SavedFormat("conversation", {
  schema,
  migrations: [],
  versionField: "formatVersion",
});
