import { AIMessage, type BaseMessage, HumanMessage, isBaseMessage } from "@langchain/core/messages";
import { placeOf, speakerOf } from "../../../core/text/message.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import { listenerIn } from "../../../graph/inbox/interjection.js";
import type { Conversation } from "../../../graph/state/conversation-state.js";
import type { Correction } from "../../../records/correction.js";
import { longestLine } from "../../../records/person-question.js";
import type { TaskResult } from "../../../records/task.js";

export function readSpeech(given: unknown): string {
  if (typeof given !== "string") throw invalidField("speech", "expected", { expected: "string" });
  const text = given.replace(/\r\n?/g, "\n").trim();
  if (text === "") throw invalidField("speech", "empty", {});
  if ([...text].length > longestLine)
    throw invalidField("speech", "out-of-range", { highest: longestLine, unit: "characters" });
  return text;
}

function withText(message: BaseMessage, text: string): BaseMessage {
  const { cut: _cut, ...place } = placeOf(message) ?? {};
  const { id, name } = message;
  const fields = { content: text, additional_kwargs: { ...message.additional_kwargs, rostrum: place } };
  // Messages from a server are plain objects.
  if (!isBaseMessage(message)) return { ...(message as object), ...fields } as unknown as BaseMessage;
  const named = { ...fields, ...(id !== undefined && { id }), ...(name !== undefined && { name }) };
  return message.type === "human" ? new HumanMessage(named) : new AIMessage(named);
}

/** Replaces the last speech of turn `turn`, and records the edit as a correction. */
export function withSpeech(values: Readonly<Record<string, unknown>>, turn: number, text: string) {
  const state = values as unknown as Conversation & { readonly results?: readonly TaskResult[] };
  const { messages, corrections, results } = state;
  const index = messages.findLastIndex((message) => {
    const place = placeOf(message);
    return place?.kind === "speech" && place.turn === turn;
  });
  const message = messages[index];
  if (!message) throw invalidField("speech", "no-speech", { turn });
  const isResult = (result: TaskResult) => result.turn === turn && result.outcome === "done";
  const known = corrections.find(({ messageId }) => messageId === message.id);
  const edit: Correction = {
    turn,
    participant: speakerOf(message),
    purpose: results?.some(isResult) ? "execute" : "speech",
    faults: ["edited"],
    by: listenerIn(state, undefined),
    answer: known?.answer ?? String(message.content),
    used: text,
    messageId: message.id ?? null,
  };
  return {
    ...values,
    messages: messages.with(index, withText(message, text)),
    corrections: [...corrections.filter((each) => each !== known), edit],
    ...(results && { results: results.map((result) => (isResult(result) ? { ...result, text } : result)) }),
  };
}
