/** Finds a conversation's topic, and the question that opens the conversation. */
import type { BaseMessage } from "@langchain/core/messages";
import { isExampleTopic } from "../../../core/state/example.js";
import { longestTopic } from "../../../core/state/fields.js";
import type { Participant } from "../../../core/state/participant.js";
import { placeOf } from "../../../core/text/message.js";
import { visiblePart } from "../../../core/text/name.js";
import type { Conversation } from "../../state/conversation-state.js";

/**
 * Returns the text of the latest human message that was added by neither a participant nor Rostrum, cut to the maximum
 * length of a topic.
 */
function askedIn(messages: readonly BaseMessage[], participants: readonly Participant[]): string | undefined {
  const asked = messages.findLast((message) => {
    const isOther = !placeOf(message) && participants.every(({ name }) => name !== message.name);
    return message.type === "human" && isOther && visiblePart(message.text) !== "";
  });
  return asked && [...asked.text.trim()].slice(0, longestTopic).join("");
}

/**
 * Returns the topic. Without a `topic` in the input, the latest human message becomes the topic. `renewsTopic`: whether
 * this also applies to a thread that already has a topic.
 */
export function topicOf({ topic, messages, opening, participants }: Conversation, renewsTopic: boolean): string {
  const latest = messages.findLastIndex((message) => placeOf(message) !== undefined);
  if (opening && (isExampleTopic(topic) || topic === opening.topic))
    return (renewsTopic && askedIn(messages.slice(latest + 1), participants)) || opening.topic;
  return (isExampleTopic(topic) && askedIn(messages, participants)) || topic;
}

/**
 * Returns the conversation's question if no opening message needs to ask it, because the opening or a person has
 * already asked it, or the first input has messages. Otherwise, returns undefined.
 */
export function openQuestion({ messages, opening, topic, participants }: Conversation): string | undefined {
  if (opening?.topic === topic) return opening.question;
  const isAsked = askedIn(messages, participants) === topic;
  return isAsked || (!opening && messages.length > 0) ? topic : undefined;
}
