/** Public messages: LangChain messages that carry, in one typed place, where they stand in the conversation. */

import type { BaseMessage } from "@langchain/core/messages";
import type { Line, MessagePlace } from "../../records/message.js";
import { unnamedSpeakers } from "./name.js";

/** A message's place, or undefined for a message that somebody else put into the conversation. */
export function placeOf(message: BaseMessage): MessagePlace | undefined {
  return message.additional_kwargs["rostrum"] as MessagePlace | undefined;
}

/** The speaker of a message. Messages without a name are labelled by their type. */
export function speakerOf(message: BaseMessage): string {
  return message.name || unnamedSpeakers[message.type] || message.type;
}

/** What it says. LangChain's own getter translates the content of every message first, which a long conversation feels. */
const textOf = (message: BaseMessage): string => (typeof message.content === "string" ? message.content : message.text);

export const lineOf = (message: BaseMessage): Line => ({ speaker: speakerOf(message), text: textOf(message) });

/**
 * `wanted`, or that with a number behind it where a message has it already: a second use would replace it. A message may also have it
 * with the number of the attempt that succeeded.
 */
export function freshId(messages: readonly BaseMessage[], wanted: string): string {
  const isTaken = (id: string) => messages.some((message) => message.id === id || message.id?.startsWith(`${id}.`));
  let id = wanted;
  for (let number = 2; isTaken(id); number += 1) id = `${wanted}.${number}`;
  return id;
}
