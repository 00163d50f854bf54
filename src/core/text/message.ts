import type { BaseMessage } from "@langchain/core/messages";
import { deriveFromGrown } from "../../base/grown-list.js";
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
 * Reads string content directly, because LangChain's getter first converts the content, which is slow in a long
 * conversation.
 */
export const textOf = (message: BaseMessage): string =>
  typeof message.content === "string" ? message.content : message.text;

export const lineOf = (message: BaseMessage): Line => ({ speaker: speakerOf(message), text: textOf(message) });

export const speakersIn: (messages: readonly BaseMessage[]) => ReadonlySet<string> = deriveFromGrown(
  (known: Set<string> | undefined, added: readonly BaseMessage[]) => {
    const names = known ?? new Set();
    for (const message of added) names.add(speakerOf(message));
    return names;
  },
);

/** An id with a suffix, such as `turn-3.2`, also reserves the id without the suffix, `turn-3`. */
export const takenIds: (messages: readonly BaseMessage[]) => ReadonlySet<string> = deriveFromGrown(
  (known: Set<string> | undefined, added: readonly BaseMessage[]) => {
    const ids = known ?? new Set();
    for (const { id = "" } of added) {
      ids.add(id);
      const dot = id.lastIndexOf(".");
      if (dot >= 0) ids.add(id.slice(0, dot));
    }
    return ids;
  },
);

/** Adds a number to the wanted id if it is taken, because a second message with the same id would replace the first. */
export function freshId(messages: readonly BaseMessage[], wanted: string): string {
  const taken = takenIds(messages);
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}.${number}`;
  return id;
}
