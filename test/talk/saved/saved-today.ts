/** Conversations with many kinds of records, saved by the current code. */
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { emptyCheckpoint, MemorySaver } from "@langchain/langgraph-checkpoint";
import { z } from "zod";
import { ScriptedModel } from "../../../src/offline/scripted-model.js";
import { LocalConversations } from "../../../src/talk/conversations/local/local-conversations.js";
import { SqliteThreads } from "../../../src/talk/storage/sqlite-threads.js";
import { allModes, inputFor } from "../../support/any-mode.js";
import { fixedClock } from "../../support/conversation.js";
import { plainAnswer } from "../../support/plain-answers.js";

const settings: Readonly<Record<string, object>> = {
  bidding: {
    bidding: { answer: "structured", reason: true },
    stopping: { probability: 0.01, agreement: { every: 2 } },
  },
  "group-chat": { stages: [{ task: "discuss", maxRounds: 2 }, { task: "decide" }] },
};

const people = [
  { name: "Ann", tools: ["sonar"] },
  { name: "Bea", role: "Warden", description: "Keeps the bridge." },
  { name: "Cid" },
  { name: "Dov" },
];

const common = {
  ...{ maxTurns: 4, participants: people, memory: { window: "summary", turns: 2 } },
  ...{ budget: { calls: 500, seconds: 5000 }, prices: { scripted: { input: 1, output: 2 } } },
};

const sonar = tool(() => "12 m", { name: "sonar", description: "Listens.", schema: z.object({}) });

function scriptedModel() {
  return new ScriptedModel(({ index, tools, ...call }) => {
    if (tools.length > 0 && index % 2 === 0)
      return new AIMessage({ content: "", tool_calls: [{ name: "sonar", args: {}, id: `call-${index}` }] });
    if (call.purpose === "judge-agreement") return JSON.stringify({ agreed: false, on: "" });
    if (call.purpose === "bid") return JSON.stringify({ bid: 1 + (index % 4), reason: "To answer." });
    // Rostrum removes the name at the beginning, which causes a correction.
    return call.purpose === "speech" ? `${call.participant}: ${plainAnswer(call)}` : plainAnswer(call);
  });
}

export function modeOptions() {
  const model = scriptedModel();
  // A model for the unknown participant Zed causes a warning.
  return { model, models: { byParticipant: { Zed: model } }, tools: [sonar], ui: true, clock: fixedClock };
}

/** Saves a conversation in each of the modes, and the conversation `waiting`, which waits for a person. */
export async function saveConversations(file: string, modes = allModes): Promise<void> {
  const storage = new SqliteThreads(file);
  const conversations = new LocalConversations(storage, modeOptions());
  const ended = async (thread: string) => {
    for await (const event of conversations.follow(thread))
      if (event.type === "status" && event.status !== "running") return;
  };
  for (const mode of modes) {
    await conversations.start(mode, { thread: mode, input: inputFor(mode, { ...common, ...settings[mode] }) });
    await ended(mode);
    await conversations.interject(mode, "Bea, and the ferry?", { from: "Eve", id: "message" });
    await conversations.control(mode, { mute: "Dov" });
    await conversations.start(mode, { thread: mode, input: {}, idempotencyKey: `round-2 of ${mode}` });
    await ended(mode);
    await conversations.interject(mode, "And the tunnel?", { from: "Eve", to: "Ann", id: "next" });
    await conversations.control(mode, { unmute: "Dov" }, { from: "Eve" });
  }
  const cast = [{ name: "Ann", human: true }, { name: "Bea" }];
  await conversations.start("round-robin", {
    thread: "waiting",
    input: inputFor("round-robin", { participants: cast }),
  });
  await ended("waiting");
  await conversations.close();
}

const serde = new MemorySaver().serde;
const toJson = async (value: unknown) => JSON.parse(new TextDecoder().decode((await serde.dumpsTyped(value))[1]));

export const fromJson = (value: unknown) => serde.loadsTyped("json", JSON.stringify(value));

export async function readParts(file: string) {
  const storage = new SqliteThreads(file);
  const conversations = new LocalConversations(storage, {});
  const conversation: Record<string, unknown> = {};
  const exported: Record<string, unknown> = {};
  for (const mode of allModes) {
    const saved = await storage.checkpointer.getTuple({ configurable: { thread_id: mode } });
    conversation[mode] = await toJson(saved?.checkpoint.channel_values);
    exported[mode] = await toJson(await conversations.transcript(mode));
  }
  const { file: database } = storage.checkpointer;
  const read = (sql: string): unknown[] => database.all<{ json: string }>(sql).map(({ json }) => JSON.parse(json));
  const thread = read("SELECT record AS json FROM threads ORDER BY name");
  const inbox = read(
    `SELECT value AS json FROM inbox WHERE namespace LIKE '["rostrum","interjections"%' ORDER BY namespace, key`,
  );
  await conversations.close();
  return { conversation, export: exported, thread, inbox };
}

export async function checkpointOf(state: unknown) {
  const values = (await fromJson(state)) as Record<string, unknown>;
  const versions = Object.fromEntries(Object.keys(values).map((channel) => [channel, 1]));
  return { ...emptyCheckpoint(), channel_values: values, channel_versions: versions };
}
