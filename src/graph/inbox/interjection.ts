import { HumanMessage } from "@langchain/core/messages";
import { isId } from "../../base/is-id.js";
import { presentIn } from "../../core/state/participant.js";
import { peopleIn } from "../../core/state/scene.js";
import { readAddresses } from "../../core/text/address.js";
import { freshId } from "../../core/text/message.js";
import { forbiddenInName, maxNameLength, nameKey, resemblesName, tidyName } from "../../core/text/name.js";
import { soundsOfficial } from "../../core/text/reserved-names.js";
import { invalidField } from "../../errors/rostrum-error.js";
import type { Interjection, InterjectionProblem, InterjectOptions } from "../../records/interjection.js";
import type { MessagePlace } from "../../records/message.js";
import { longestLine } from "../../records/person-question.js";
import { locales } from "../../words/registry.js";
import type { Conversation } from "../state/conversation-state.js";
import { inboxFormat } from "./inbox.js";

/** @throws `invalid-input` for an invalid text or id. */
export function checkInterjection(text: unknown, { raisesHand = false, id }: InterjectOptions): void {
  if (id !== undefined && !isId(id)) throw invalidField("id", "expected", { expected: "id" });
  if (typeof text !== "string") throw invalidField("text", "expected", { expected: "string" });
  if (text.trim() === "" && !raisesHand) throw invalidField("text", "empty", {});
  if ([...text.trim()].length > longestLine)
    throw invalidField("text", "out-of-range", { highest: longestLine, unit: "characters" });
}

const findByName = <Person extends { readonly name: string }>(people: readonly Person[], name: unknown) =>
  typeof name === "string" ? people.find((person) => nameKey(person.name) === nameKey(name)) : undefined;

/**
 * Returns the name under which the sender of an interjection appears. A person in the cast keeps their name. A listener
 * gets the default name instead of one that is invalid, sounds official, or is similar to the name of a participant or
 * the leader.
 */
export function listenerIn(state: Conversation, name: unknown): string {
  const { participants, language } = state;
  const known = findByName(participants, name);
  if (known) return known.human ? known.name : locales[language].listener;
  const given = typeof name === "string" ? tidyName(name) : "";
  const taken = peopleIn(state).map((person) => person.name);
  const isName = nameKey(given) !== "" && [...given].length <= maxNameLength && !forbiddenInName(given);
  return isName && !resemblesName(given, taken) && !soundsOfficial(given) ? given : locales[language].listener;
}

export interface InboxEntry {
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** Default: derived from the entry's id. */
  readonly messageId?: string;
  /** When the conversation reads the entry. */
  readonly time: Date;
}

function findProblem(value: InboxEntry["value"], text: string, raisesHand: boolean): InterjectionProblem | null {
  if (!inboxFormat.knows(value)) return "unknown-version";
  if ([...text].length > longestLine) return "too-long";
  if (text !== "" || raisesHand) return null;
  return value["raisesHand"] === true ? "no-person" : "no-text";
}

/** Checks every field, because any client of a server can write entries. */
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
