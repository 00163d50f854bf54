import type { BaseMessage } from "@langchain/core/messages";
import { isExampleTopic } from "../../../core/state/example.js";
import { longestTopic } from "../../../core/state/fields.js";
import type { Participant } from "../../../core/state/participant.js";
import { placeOf } from "../../../core/text/message.js";
import { visiblePart } from "../../../core/text/name.js";
import type { Conversation } from "../../state/conversation-state.js";

/** The latest message from somebody other than a participant or Rostrum, cut to the maximum length of a topic. */
function askedIn(messages: readonly BaseMessage[], participants: readonly Participant[]): string | undefined {
  const asked = messages.findLast((message) => {
    const isOther = !placeOf(message) && participants.every(({ name }) => name !== message.name);
    return message.type === "human" && isOther && visiblePart(message.text) !== "";
  });
  return asked && [...asked.text.trim()].slice(0, longestTopic).join("");
}

/** `renewsTopic`: whether a human message also becomes the topic of a thread that already has a topic. */
export function topicOf({ topic, messages, opening, participants }: Conversation, renewsTopic: boolean): string {
  const latest = messages.findLastIndex((message) => placeOf(message) !== undefined);
  if (opening && (isExampleTopic(topic) || topic === opening.topic))
    return (renewsTopic && askedIn(messages.slice(latest + 1), participants)) || opening.topic;
  return (isExampleTopic(topic) && askedIn(messages, participants)) || topic;
}

/** The question that the messages already ask; undefined if they ask none, so that an opening message has to. */
export function openQuestion({ messages, opening, topic, participants }: Conversation): string | undefined {
  if (opening?.topic === topic) return opening.question;
  const isAsked = askedIn(messages, participants) === topic;
  return isAsked || (!opening && messages.length > 0) ? topic : undefined;
}
