/** Makes what a listener left for a conversation part of it: whose line it is, whom it is to, and its public message. */
import { HumanMessage } from "@langchain/core/messages";
import { reservedNames } from "../locales/names.js";
import { locales } from "../locales/registry.js";
import type { Conversation } from "../state/conversation-state.js";
import { type Interjection, longestInterjection } from "../state/interjection.js";
import { freshId, type MessagePlace } from "../state/message.js";
import { leaderIn } from "../steps/scene.js";
import { readAddresses } from "../text/address.js";
import { forbiddenInName, maxNameLength, nameKey, resemblesName, tidyName } from "../text/name.js";

const find = <Person extends { readonly name: string }>(people: readonly Person[], name: unknown) =>
  typeof name === "string" ? people.find((person) => nameKey(person.name) === nameKey(name)) : undefined;

/** Whose line it is. Nobody can speak as an agent, as whoever leads, under a reserved name, or under what looks like one. */
function speakerOf(state: Conversation, name: unknown): string {
  const { participants, language } = state;
  const known = find(participants, name);
  if (known) return known.human ? known.name : locales[language].listener;
  const given = typeof name === "string" ? tidyName(name) : "";
  const others = [...participants, leaderIn(state) ?? []].flat().map((person) => person.name);
  const isName = nameKey(given) !== "" && [...given].length <= maxNameLength && !forbiddenInName(given);
  return isName && !resemblesName(given, [...others, ...reservedNames]) ? given : locales[language].listener;
}

/** Whom a text is to that does not say so: who is asked in it, else who is called first. */
function addresseeIn(text: string, names: readonly string[]): string | null {
  const { asked, called } = readAddresses(text, names);
  return asked[0] ?? called[0] ?? null;
}

/** Reads what was left for the conversation. It may come from any client of a server, so nothing of it is trusted. */
export function readInterjection(
  state: Conversation,
  { id, value, time }: { readonly id: string; readonly value: Readonly<Record<string, unknown>>; readonly time: Date },
): Interjection {
  const { participants, turn, messages } = state;
  const from = speakerOf(state, value["from"]);
  const text = typeof value["text"] === "string" ? value["text"].replace(/\r\n?/g, "\n").trim() : "";
  const isPerson = participants.some(({ name, human }) => human && name === from);
  const raisesHand = value["raisesHand"] === true && isPerson;
  const names = participants.map(({ name }) => name).filter((name) => name !== from);
  const heard = { id, from, raisesHand, turn, time: time.toISOString() };
  const messageId = freshId(messages, `interjection-${id}`);
  const refuse = (problem: Interjection["problem"]) => ({
    ...heard,
    messageId: null,
    text: "",
    to: null,
    raisesHand: false,
    problem,
  });
  if ([...text].length > longestInterjection) return refuse("too-long");
  if (text === "" && !raisesHand) return refuse(value["raisesHand"] === true ? "no-person" : "no-text");
  const to = find(participants, value["to"])?.name ?? addresseeIn(text, names);
  return { ...heard, messageId: text === "" ? null : messageId, text, to: to === from ? null : to, problem: null };
}

/** The public message of an interjection; none of one that has no text. */
export function messagesOf(state: Conversation, interjections: readonly Interjection[]): HumanMessage[] {
  const { stage, round } = state as { readonly stage?: string; readonly round?: number };
  const where = { stage: stage || null, round: stage ? (round ?? null) : null };
  let replyingTo = state.messages.at(-1)?.id ?? null;
  return interjections.flatMap(({ messageId: id, from, text, turn, time }) => {
    if (id === null) return [];
    const place: MessagePlace = { kind: "interjection", turn, ...where, time, replyingTo };
    replyingTo = id;
    return [new HumanMessage({ id, name: from, content: text, additional_kwargs: { rostrum: place } })];
  });
}
