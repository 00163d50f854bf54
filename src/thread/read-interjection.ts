/** Turns what a listener left in the inbox into part of the conversation: its speaker, its addressee and its message. */
import { HumanMessage } from "@langchain/core/messages";
import { reservedNames } from "../locales/names.js";
import { locales } from "../locales/registry.js";
import type { GroupChatConversation } from "../modes/group-chat/state.js";
import type { Conversation } from "../state/conversation-state.js";
import { type Interjection, longestInterjection } from "../state/interjection.js";
import { leaderIn } from "../state/opening.js";
import { readAddresses } from "../text/address.js";
import { freshId, type MessagePlace } from "../text/message.js";
import { forbiddenInName, maxNameLength, nameKey, resemblesName, tidyName } from "../text/name.js";

const findByName = <Person extends { readonly name: string }>(people: readonly Person[], name: unknown) =>
  typeof name === "string" ? people.find((person) => nameKey(person.name) === nameKey(name)) : undefined;

/** The speaker. A listener cannot use the name of an agent or the leader, a reserved name, or one that looks like any of these. */
function speakerOf(state: Conversation, name: unknown): string {
  const { participants, language } = state;
  const known = findByName(participants, name);
  if (known) return known.human ? known.name : locales[language].listener;
  const given = typeof name === "string" ? tidyName(name) : "";
  const taken = [...participants, leaderIn(state) ?? []].flat().map((person) => person.name);
  const isName = nameKey(given) !== "" && [...given].length <= maxNameLength && !forbiddenInName(given);
  return isName && !resemblesName(given, [...taken, ...reservedNames]) ? given : locales[language].listener;
}

/** The addressee of a text without an explicit one: the first participant it asks, otherwise the first it names. */
function addresseeIn(text: string, names: readonly string[]): string | null {
  const { asked, called } = readAddresses(text, names);
  return asked[0] ?? called[0] ?? null;
}

interface InboxEntry {
  readonly id: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** When the conversation hears it. */
  readonly time: Date;
}

/** Reads an inbox entry. Any client of a server can write one, so none of its fields is trusted. */
export function readInterjection(state: Conversation, { id, value, time }: InboxEntry): Interjection {
  const { participants, turn, messages } = state;
  const from = speakerOf(state, value["from"]);
  const text = typeof value["text"] === "string" ? value["text"].replace(/\r\n?/g, "\n").trim() : "";
  const isPerson = participants.some(({ name, human }) => human && name === from);
  const raisesHand = value["raisesHand"] === true && isPerson;
  const base = { id, from, turn, time: time.toISOString() };
  const reject = (problem: Interjection["problem"]): Interjection => ({
    ...base,
    ...{ messageId: null, text: "", to: null, raisesHand: false, problem },
  });
  if ([...text].length > longestInterjection) return reject("too-long");
  if (text === "" && !raisesHand) return reject(value["raisesHand"] === true ? "no-person" : "no-text");
  const others = participants.map(({ name }) => name).filter((name) => name !== from);
  const to = findByName(participants, value["to"])?.name ?? addresseeIn(text, others);
  const messageId = text === "" ? null : freshId(messages, `interjection-${id}`);
  return { ...base, messageId, text, to: to === from ? null : to, raisesHand, problem: null };
}

/** The public messages of interjections. One without a text has none. */
export function messagesOf(
  state: Conversation & Partial<Pick<GroupChatConversation, "stage" | "round">>,
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
