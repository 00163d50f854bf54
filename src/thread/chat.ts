/** Chat clients send each message as the input of another run. In a conversation that has begun, it answers or interjects. */
import { type BaseMessage, type BaseMessageLike, coerceMessageLikeToMessage } from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";
import { isRecord, type Named } from "../is-record.js";
import type { Conversation } from "../state/conversation-state.js";
import type { Interjection, YourTurn } from "../state/records.js";
import { stepNames } from "../state/step-names.js";
import { placeOf } from "../text/message.js";
import { messagesOf, readInterjection } from "./interject.js";

interface Config {
  readonly configurable?: Named;
}

/** The part of a compiled graph that this needs. */
export interface ChatGraph {
  // LangGraph's packages declare it with different types.
  readonly checkpointer?: unknown;
  getState(config: Config): Promise<{
    readonly values: unknown;
    readonly next: readonly string[];
    readonly tasks: readonly { readonly interrupts: readonly { readonly value?: unknown }[] }[];
  }>;
  updateState(config: Config, values: Record<string, unknown>, asNode: string): Promise<Config>;
}

/** The human messages that are all of an input; undefined if there is anything else in it. */
function chatIn(input: unknown): BaseMessage[] | undefined {
  if (!isRecord(input)) return undefined;
  const { messages, ...others } = input;
  if (messages === undefined || Object.values(others).some((value) => value !== undefined)) return undefined;
  try {
    const read = [messages].flat().map((message) => coerceMessageLikeToMessage(message as BaseMessageLike));
    const isSaid = read.length > 0 && read.every(({ type, text }) => type === "human" && text.trim() !== "");
    return isSaid ? read : undefined;
  } catch {
    // LangGraph reports what is wrong with it.
    return undefined;
  }
}

const asInterjection = (state: Conversation, message: BaseMessage, time: Date): Interjection => {
  const id = message.id ?? crypto.randomUUID();
  const value = { text: message.text, from: message.name };
  return readInterjection(state, { id: `chat-${id}`, messageId: id, value, time });
};

/** The messages at the end of a conversation that nobody has given a place yet, as interjections. */
export function unheardIn(state: Conversation, time: Date): Interjection[] {
  const isUnheard = (message: BaseMessage) => message.type === "human" && !placeOf(message);
  const last = state.messages.findLastIndex((message) => !isUnheard(message));
  return state.messages.slice(last + 1).map((message) => asInterjection(state, message, time));
}

/**
 * Takes up a run whose input is nothing but messages, in a conversation that is not over. While the run waits for one person, the
 * message is that person's line. Otherwise it is an interjection, and the interrupted turn is taken again.
 *
 * @returns The input to run with instead, and the checkpoint to run from; undefined for any other run.
 */
export async function takeUpChat(
  graph: ChatGraph,
  input: unknown,
  configurable: Named,
): Promise<{ readonly input: Command | null; readonly at: Named } | undefined> {
  const messages = chatIn(input);
  const isKept = graph.checkpointer !== undefined && typeof configurable["thread_id"] === "string";
  if (!messages || !isKept) return undefined;
  const { values, next, tasks } = await graph.getState({ configurable });
  const state = values as Conversation;
  // With a stop reason only closing words are left, which hear nothing more.
  if (!state.opening || state.stopReason || next.length === 0) return undefined;
  const waiting = tasks.flatMap(({ interrupts }) => interrupts);
  const [answer] = messages;
  if (waiting.length === 1 && messages.length === 1 && isYourTurn(waiting[0]?.value))
    return { input: new Command({ resume: { text: answer?.text } }), at: {} };
  const interjections = messages.map((message) => asInterjection(state, message, new Date()));
  const update = { nextSpeaker: "", interjections, messages: messagesOf(state, interjections) };
  // As if the turn had been spoken. Before the first turn there is no such boundary.
  const boundary = state.turn === state.turnAtStart ? stepNames.setScene : stepNames.speak;
  const updated = await graph.updateState({ configurable }, update, boundary);
  const isFork = configurable["checkpoint_id"] !== undefined;
  return { input: null, at: isFork ? (updated.configurable ?? {}) : {} };
}

const isYourTurn = (value: unknown): value is YourTurn => isRecord(value) && value["kind"] === "your-turn";
