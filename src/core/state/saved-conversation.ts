/** The format of a saved conversation. Its fields are channels of the conversation's graph. */
import { z } from "zod/v4";
import { isRecord } from "../../base/is-record.js";
import { languages } from "../../words/registry.js";
import { type FieldTypes, listOf, recordCheck, SavedFormat } from "./saved-format.js";

const inTurn = { turn: "number" } as const;
const lists = {
  candidates: "object",
  excluded: "object",
  bids: "object",
  scores: "object",
  choices: "object",
  tied: "object",
} as const;

/** The lists of records that exports also contain, with the fields that readers rely on. */
export const savedLists = {
  participants: listOf({ name: "string" }),
  decisions: listOf({ ...inTurn, ...lists, rule: "string", speaker: "string" }),
  stopDraws: listOf({ ...inTurn, probability: "number", draw: "number" }),
  verdicts: listOf({ ...inTurn, condition: "string", answer: "string" }),
  warnings: listOf({ ...inTurn, purpose: "string", participant: "string", reason: "string" }),
  corrections: listOf({ ...inTurn, participant: "string", purpose: "string", faults: "object", answer: "string" }),
  interjections: listOf({ ...inTurn, id: "string", from: "string", text: "string", time: "string" }),
  controls: listOf({ ...inTurn, id: "string", from: "string", interjections: "number", time: "string" }),
  toolCalls: listOf({ ...inTurn, participant: "string", tool: "string", outcome: "string" }),
  judgements: listOf({ ...inTurn, stage: "string", round: "number", reason: "string", open: "object" }),
  results: listOf({ ...inTurn, number: "number", worker: "string", task: "string", outcome: "string" }),
};

/** The versions of a supervisor's plan. Exports from earlier versions of Rostrum lack this list. */
export const savedPlans = listOf({ ...inTurn, version: "number", outcome: "string", tasks: "object" });

export const savedUsage = listOf({ purpose: "string", participant: "string", model: "string", calls: "number" });

export const savedWorkTime = z.custom<object>(
  recordCheck({ before: "number", latest: "number" }),
  "not a time of work",
);

function recordOf(fields: FieldTypes) {
  const isRecordOfKind = recordCheck(fields);
  return z.custom<object | null>((value) => value === null || isRecordOfKind(value), "not a record of this kind");
}

/** A message is a LangChain object, or data from a server with the same fields or in LangChain's serialized form. */
function isMessage(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { lc, id, kwargs } = value;
  const isSerialized = lc === 1 && Array.isArray(id) && isRecord(kwargs) && "content" in kwargs;
  return isSerialized || ("content" in value && isRecord(value["additional_kwargs"]));
}

const count = z.int().min(0);

/**
 * All channels are optional: a conversation that has not opened yet lacks some of them, and some belong to certain
 * modes.
 */
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
    messages: z.custom<readonly object[]>(
      (value) => Array.isArray(value) && value.every(isMessage),
      "not a list of messages",
    ),
    ...savedLists,
    plans: savedPlans,
    usage: savedUsage,
    messageUsage: savedUsage.nullable(),
    workTime: savedWorkTime,
    scenes: listOf({ ...inTurn, topic: "string", participants: "object", before: "object", heard: "number" }),
    bids: listOf({ ...inTurn, seat: "number", participant: "string", outcome: "string", attempts: "object" }),
    ui: listOf({ id: "string" }),
    opening: recordOf({ topic: "string", question: "string" }),
    spending: recordOf({ atStart: "object", atCheck: "object" }),
    budgetStop: recordOf({ kind: "string", turn: "number" }),
    stopReason: recordOf({ kind: "string", turn: "number" }),
    memorySummary: recordOf({ text: "string", messages: "number" }),
  })
  .partial();

/**
 * The version is stored in the `formatVersion` channel, so every checkpointer and LangGraph server saves it with the
 * other channels. The `set-scene` step sets it.
 */
export const conversationFormat = new SavedFormat("conversation", {
  schema,
  migrations: [],
  versionField: "formatVersion",
});
