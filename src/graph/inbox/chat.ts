/** Chat clients send each message as the input of another run. In a conversation that has begun, it answers or interjects. */
import {
  type BaseMessage,
  type BaseMessageLike,
  coerceMessageLikeToMessage,
  mapStoredMessageToChatMessage,
} from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";
import { isRecord, type Named } from "../../base/is-record.js";
import { conversationFormat } from "../../core/state/saved-conversation.js";
import { freshId, placeOf } from "../../core/text/message.js";
import { nameKey } from "../../core/text/name.js";
import type { Interjection } from "../../records/interjection.js";
import { type Conversation, keysChannel } from "../state/conversation-state.js";
import { stepNames } from "../state/step-names.js";
import { checkInterjection, messagesOf, readInterjection } from "./interjection.js";

interface Config {
  readonly configurable?: Named;
}

/** The part of a compiled graph that this needs. */
export interface ChatGraph {
  // LangGraph's packages declare it with different types.
  readonly checkpointer?: unknown;
  getState(config: Config): Promise<{
    readonly values: unknown;
    readonly tasks: readonly { readonly interrupts: readonly { readonly value?: unknown }[] }[];
  }>;
  updateState(config: Config, values: Record<string, unknown>, asNode: string): Promise<Config>;
}

/** The messages that are all of an input; undefined if there is anything else in it. */
function chatIn(input: unknown): BaseMessage[] | undefined {
  if (!isRecord(input)) return undefined;
  const { messages, ...others } = input;
  if (messages === undefined || Object.values(others).some((value) => value !== undefined)) return undefined;
  try {
    const read = [messages].flat().map((message) => coerceMessageLikeToMessage(message as BaseMessageLike));
    return read.length > 0 ? read : undefined;
  } catch {
    // LangGraph reports what is wrong with it.
    return undefined;
  }
}

function asInterjection(state: Conversation, { id = crypto.randomUUID(), text, name }: BaseMessage, time: Date) {
  return readInterjection(state, { id: `chat-${id}`, messageId: id, value: { text, from: name }, time });
}

/** The messages at the end of a conversation that nobody has given a place yet, as interjections. It has read those that it started from. */
export function unheardIn(state: Conversation, time: Date): Interjection[] {
  const isUnheard = (message: BaseMessage) => message.type === "human" && !placeOf(message);
  const last = state.messages.findLastIndex((message) => !isUnheard(message));
  const unheard = state.messages.slice(Math.max(last + 1, state.scenes[0]?.before.messages ?? 0));
  return unheard.map((message) => asInterjection(state, message, time));
}

/** The messages: none takes another's place by its id, or passes for a speech by the place that it claims to have. */
function withFreshIds(messages: readonly BaseMessage[], kept: readonly BaseMessage[]): BaseMessage[] {
  const known = [...kept];
  for (const message of messages) {
    const id = freshId(known, message.id ?? crypto.randomUUID());
    const stored = message.toDict();
    known.push(mapStoredMessageToChatMessage({ ...stored, data: { ...stored.data, id, additional_kwargs: {} } }));
  }
  return known.slice(kept.length);
}

/**
 * Takes up a run whose input is nothing but messages, in a conversation that has begun. While the run waits for one person, the
 * message is that person's line, unless it bears another name. Otherwise it is an interjection: the interrupted turn is taken
 * again, or a conversation that is over starts another round with it. Messages that the conversation has already are left out:
 * some clients send the whole history each time.
 *
 * @param idempotencyKey - Saved together with what the messages change.
 * @returns The input to run with instead, and the checkpoint to run from; undefined for any other run.
 */
export async function takeUpChat(
  graph: ChatGraph,
  input: unknown,
  configurable: Named,
  idempotencyKey?: string,
): Promise<{ readonly input: Command | Named | null; readonly at: Named } | undefined> {
  const sent = chatIn(input);
  const isKept = graph.checkpointer !== undefined && typeof configurable["thread_id"] === "string";
  if (!sent || !isKept) return undefined;
  const { values, tasks } = await graph.getState({ configurable });
  const state = conversationFormat.read(values, String(configurable["thread_id"])) as Conversation;
  if (!state.opening) return undefined;
  const isKnown = ({ id, type, text }: BaseMessage) =>
    type !== "remove" && state.messages.some((kept) => kept.id === id && (placeOf(kept) || kept.text === text));
  const messages = sent.filter((message) => !isKnown(message));
  if (messages.length === 0) return { input: null, at: {} };
  const keys = idempotencyKey === undefined ? {} : { [keysChannel]: [idempotencyKey] };
  const isChat = messages.every(({ type, text }) => type === "human" && text.trim() !== "");
  if (!isChat) return { input: { messages, ...keys }, at: {} };
  const waiting = tasks.flatMap(({ interrupts }) => interrupts);
  const [answer] = messages;
  if (waiting.length === 1 && messages.length === 1 && answer && isAsked(waiting[0]?.value, answer.name))
    return { input: new Command({ resume: { text: answer.text }, update: keys }), at: {} };
  for (const { text } of messages) checkInterjection(text, {});
  const added = withFreshIds(messages, state.messages);
  // With a stop reason only closing words are left, which hear nothing more.
  if (state.stopReason || tasks.length === 0) return { input: { messages: added, ...keys }, at: {} };
  const interjections = added.map((message) => asInterjection(state, message, new Date()));
  const update = { nextSpeaker: "", interjections, messages: messagesOf(state, interjections), ...keys };
  // As if the turn had been spoken. Before the first turn there is no such boundary.
  const boundary = state.turn === state.turnAtStart ? stepNames.setScene : stepNames.speak;
  const updated = await graph.updateState({ configurable }, update, boundary);
  const isFork = configurable["checkpoint_id"] !== undefined;
  return { input: null, at: isFork ? (updated.configurable ?? {}) : {} };
}

/** Whether an interrupt asks for a line of whoever has this name. A message without a name is anybody's. */
function isAsked(interrupt: unknown, name: string | undefined): boolean {
  if (!isRecord(interrupt) || interrupt["kind"] !== "your-turn") return false;
  return !name || nameKey(name) === nameKey(String(interrupt["participant"]));
}
