/**
 * Reads the messages of chat clients, which start a new run for every message. In a conversation that is already open,
 * a human message is either a person's line or an interjection.
 */
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

export interface ChatGraph {
  // The type is `unknown` because LangGraph's packages declare this member differently.
  readonly checkpointer?: unknown;
  getState(config: Config): Promise<{
    readonly values: unknown;
    readonly tasks: readonly { readonly interrupts: readonly { readonly value?: unknown }[] }[];
  }>;
  updateState(config: Config, values: Record<string, unknown>, asNode: string): Promise<Config>;
}

function chatIn(input: unknown): BaseMessage[] | undefined {
  if (!isRecord(input)) return undefined;
  const { messages, ...others } = input;
  if (messages === undefined || Object.values(others).some((value) => value !== undefined)) return undefined;
  try {
    const read = [messages].flat().map((message) => coerceMessageLikeToMessage(message as BaseMessageLike));
    return read.length > 0 ? read : undefined;
  } catch {
    // Leaves malformed messages to the run, where LangGraph reports them.
    return undefined;
  }
}

function asInterjection(state: Conversation, { id = crypto.randomUUID(), text, name }: BaseMessage, time: Date) {
  return readInterjection(state, { id: `chat-${id}`, messageId: id, value: { text, from: name }, time });
}

/**
 * Returns, as interjections, the human messages at the end of the conversation that Rostrum has not processed yet,
 * except those of the first run's input.
 */
export function unheardIn(state: Conversation, time: Date): Interjection[] {
  const isUnheard = (message: BaseMessage) => message.type === "human" && !placeOf(message);
  const last = state.messages.findLastIndex((message) => !isUnheard(message));
  const unheard = state.messages.slice(Math.max(last + 1, state.scenes[0]?.before.messages ?? 0));
  return unheard.map((message) => asInterjection(state, message, time));
}

/**
 * Gives a message a new id if its id is taken, because LangGraph would otherwise replace the earlier message. Removes
 * `additional_kwargs`, so that clients cannot forge a message's place in the conversation.
 */
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
 * Turns a chat client's new messages into a person's line or into interjections. If any of them is not a human message
 * with text, they become the run's input as they are. Ignores messages that the conversation already contains, because
 * some clients send the whole history each time.
 *
 * @param idempotencyKey - Saved together with the changes that the messages cause.
 * @returns The input and the checkpoint for the run; undefined if the run keeps its own input and checkpoint.
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
  // The conversation is over, or only its closing message is missing. The new run reads these messages when it starts.
  if (state.stopReason || tasks.length === 0) return { input: { messages: added, ...keys }, at: {} };
  const interjections = added.map((message) => asInterjection(state, message, new Date()));
  const update = { nextSpeaker: "", interjections, messages: messagesOf(state, interjections), ...keys };
  // Writes the update as the output of `speak`, so that the run continues with the check between turns. Before the
  // run's first turn, writes it as the output of `set-scene` instead.
  const boundary = state.turn === state.turnAtStart ? stepNames.setScene : stepNames.speak;
  const updated = await graph.updateState({ configurable }, update, boundary);
  const isFork = configurable["checkpoint_id"] !== undefined;
  return { input: null, at: isFork ? (updated.configurable ?? {}) : {} };
}

/** Whether the interrupt asks the named person for a line. A message without a name may answer for any person. */
function isAsked(interrupt: unknown, name: string | undefined): boolean {
  if (!isRecord(interrupt) || interrupt["kind"] !== "your-turn") return false;
  return !name || nameKey(name) === nameKey(String(interrupt["participant"]));
}
