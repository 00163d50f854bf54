/** Reads the interjections that people send to a conversation. */

import { HumanMessage } from "@langchain/core/messages";
import { presentIn } from "../../core/state/participant.js";
import { peopleIn } from "../../core/state/scene.js";
import { readAddresses } from "../../core/text/address.js";
import { freshId } from "../../core/text/message.js";
import { forbiddenInName, maxNameLength, nameKey, resemblesName, tidyName } from "../../core/text/name.js";
import { reservedNames } from "../../core/text/reserved-names.js";
import { invalidField } from "../../errors/rostrum-error.js";
import {
  type Interjection,
  type InterjectionProblem,
  type InterjectOptions,
  longestInterjection,
} from "../../records/interjection.js";
import type { MessagePlace } from "../../records/message.js";
import { locales } from "../../words/registry.js";
import type { Conversation } from "../state/conversation-state.js";
import { inboxFormat } from "./inbox.js";

/** Throws `invalid-input` for a text that is not a string, is too long, or is empty without a raised hand. */
export function checkInterjection(text: unknown, { raisesHand = false }: InterjectOptions): void {
  if (typeof text !== "string") throw invalidField("text", "expected", { expected: "string" });
  if (text.trim() === "" && !raisesHand) throw invalidField("text", "empty", {});
  if ([...text.trim()].length > longestInterjection)
    throw invalidField("text", "out-of-range", { highest: longestInterjection, unit: "characters" });
}

const findByName = <Person extends { readonly name: string }>(people: readonly Person[], name: unknown) =>
  typeof name === "string" ? people.find((person) => nameKey(person.name) === nameKey(name)) : undefined;

/**
 * The speaker's name. A listener cannot use the name of an agent or the leader, a reserved name, or a name that looks
 * like one of these; such a listener gets the default name.
 */
export function listenerIn(state: Conversation, name: unknown): string {
  const { participants, language } = state;
  const known = findByName(participants, name);
  if (known) return known.human ? known.name : locales[language].listener;
  const given = typeof name === "string" ? tidyName(name) : "";
  const taken = peopleIn(state).map((person) => person.name);
  const isName = nameKey(given) !== "" && [...given].length <= maxNameLength && !forbiddenInName(given);
  return isName && !resemblesName(given, [...taken, ...reservedNames]) ? given : locales[language].listener;
}

export interface InboxEntry {
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The id of its message. Default: a new id. */
  readonly messageId?: string;
  /** When the conversation reads the entry. */
  readonly time: Date;
}

/** Returns why an entry cannot be used, or null if it can. */
function findProblem(value: InboxEntry["value"], text: string, raisesHand: boolean): InterjectionProblem | null {
  if (!inboxFormat.knows(value)) return "unknown-version";
  if ([...text].length > longestInterjection) return "too-long";
  if (text !== "" || raisesHand) return null;
  return value["raisesHand"] === true ? "no-person" : "no-text";
}

/** Reads an inbox entry. Trusts none of its fields, because any client of a server can write one. */
export function readInterjection(
  state: Conversation,
  { id, value, messageId: givenId, time }: InboxEntry,
): Interjection {
  const { participants, turn, messages } = state;
  const from = listenerIn(state, value["from"]);
  const text = typeof value["text"] === "string" ? value["text"].replace(/\r\n?/g, "\n").trim() : "";
  const isPerson = participants.some(({ name, human }) => human && name === from);
  const raisesHand = value["raisesHand"] === true && isPerson;
  const base = { id, from, turn, time: time.toISOString() };
  const problem = findProblem(value, text, raisesHand);
  if (problem) return { ...base, messageId: null, text: "", to: null, raisesHand: false, problem };
  const present = presentIn(participants);
  const others = present.map(({ name }) => name).filter((name) => name !== from);
  const { asked, called } = readAddresses(text, others);
  const to = findByName(present, value["to"])?.name ?? asked[0] ?? called[0] ?? null;
  const messageId = text === "" ? null : (givenId ?? freshId(messages, `interjection-${id}`));
  return { ...base, messageId, text, to: to === from ? null : to, raisesHand, problem: null };
}

/** The public messages of interjections. An interjection without text has none. */
export function messagesOf(
  state: Conversation & { readonly stage?: string; readonly round?: number },
  interjections: readonly Interjection[],
): HumanMessage[] {
  const stage = state.stage || null;
  const round = stage ? (state.round ?? null) : null;
  let replyingTo = state.messages.at(-1)?.id ?? null;
  return interjections.flatMap(({ messageId: id, from, text, turn, time }) => {
    if (id === null) return [];
    const place: MessagePlace = { kind: "interjection", turn, stage, round, time, replyingTo };
    replyingTo = id;
    return [new HumanMessage({ id, name: from, content: text, additional_kwargs: { rostrum: place } })];
  });
}
