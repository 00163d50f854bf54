/** Public messages: LangChain messages with a typed place in the conversation. */

import type { BaseMessage } from "@langchain/core/messages";
import type { Line, MessagePlace } from "../../records/message.js";
import { unnamedSpeakers } from "./name.js";

/** Returns a message's place in the conversation; undefined for a message that Rostrum did not add. */
export function placeOf(message: BaseMessage): MessagePlace | undefined {
  return message.additional_kwargs["rostrum"] as MessagePlace | undefined;
}

/** Returns the speaker of a message. If the message has no name, returns a label for its type. */
export function speakerOf(message: BaseMessage): string {
  return message.name || unnamedSpeakers[message.type] || message.type;
}

/**
 * Returns the text of a message. Reads string content directly, because LangChain's getter first converts the content,
 * which is slow in a long conversation.
 */
const textOf = (message: BaseMessage): string => (typeof message.content === "string" ? message.content : message.text);

export const lineOf = (message: BaseMessage): Line => ({ speaker: speakerOf(message), text: textOf(message) });

/**
 * Returns `wanted`, with a number appended if that id is taken, because a second message with the same id would replace
 * the first. An id also counts as taken if a message has it with a suffix, such as `turn-3.2` for `turn-3`.
 */
export function freshId(messages: readonly BaseMessage[], wanted: string): string {
  const isTaken = (id: string) => messages.some((message) => message.id === id || message.id?.startsWith(`${id}.`));
  let id = wanted;
  for (let number = 2; isTaken(id); number += 1) id = `${wanted}.${number}`;
  return id;
}
