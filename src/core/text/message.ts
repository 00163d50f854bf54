/** Public messages: LangChain messages with a typed place in the conversation. */

import type { BaseMessage } from "@langchain/core/messages";
import type { Line, MessagePlace } from "../../records/message.js";
import { unnamedSpeakers } from "./name.js";

/** A message's place. Undefined for a message that something other than Rostrum added to the conversation. */
export function placeOf(message: BaseMessage): MessagePlace | undefined {
  return message.additional_kwargs["rostrum"] as MessagePlace | undefined;
}

/** The speaker of a message. Messages without a name get a label for their type. */
export function speakerOf(message: BaseMessage): string {
  return message.name || unnamedSpeakers[message.type] || message.type;
}

/**
 * The text of a message. Reads string content directly, because LangChain's getter first converts the content, which is
 * slow in a long conversation.
 */
const textOf = (message: BaseMessage): string => (typeof message.content === "string" ? message.content : message.text);

export const lineOf = (message: BaseMessage): Line => ({ speaker: speakerOf(message), text: textOf(message) });

/**
 * Returns `wanted`, or adds a number to it if a message already has that id: a second message with the id would replace
 * the first. An id also counts as taken if a message has it with the number of a successful attempt.
 */
export function freshId(messages: readonly BaseMessage[], wanted: string): string {
  const isTaken = (id: string) => messages.some((message) => message.id === id || message.id?.startsWith(`${id}.`));
  let id = wanted;
  for (let number = 2; isTaken(id); number += 1) id = `${wanted}.${number}`;
  return id;
}
