/** Adds a listener's message to a conversation that is running, waiting or over, and reads it when the conversation hears it. */
import { HumanMessage } from "@langchain/core/messages";
import { v7 as timeOrderedId } from "@langchain/core/utils/uuid";
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { invalidField } from "../errors.js";
import { locales, reservedNames } from "../locales/registry.js";
import type { GroupChatConversation } from "../modes/group-chat/state.js";
import { isPaused } from "../state/control.js";
import type { Conversation } from "../state/conversation-state.js";
import { presentIn } from "../state/participant.js";
import { type Interjection, longestInterjection, peopleIn } from "../state/records.js";
import { stepNames } from "../state/step-names.js";
import { inboxOf } from "../storage/inbox.js";
import { readAddresses } from "../text/address.js";
import { freshId, type MessagePlace } from "../text/message.js";
import { forbiddenInName, maxNameLength, nameKey, resemblesName, tidyName } from "../text/name.js";

export interface InterjectOptions {
  /** The speaker's name: a person in the cast, or any name that does not look like an agent's. Default: `User`. */
  readonly from?: string | undefined;
  /** The participant who answers next. Default: the one whom the text asks or names, otherwise whoever the mode chooses. */
  readonly to?: string | undefined;
  /** Requests the floor for `from`, a person in the cast; the text may then be empty. Default: false. */
  readonly raisesHand?: boolean;
  /**
   * Puts a conversation whose run was aborted back to the boundary before the interrupted turn, so that the next run hears
   * this first. Discards the work of that turn. Needs a checkpointer. Default: false.
   */
  readonly now?: boolean | undefined;
  /** The id of the entry in `interjections`. The conversation hears a message only once per id, however often it is sent. Default: a new id. */
  readonly id?: string;
}

export interface InterjectResult {
  /** The `id` of the entry in the state's `interjections`, once the conversation hears it. */
  readonly id: string;
  /**
   * When the conversation hears it. `now`: as soon as `graph.invoke(null, config)` resumes it. `next-turn`: at the next
   * boundary between turns. `next-run`: when `graph.invoke({}, config)` starts another round, because the conversation is over
   * or has not begun. A conversation that is already saying its closing words also hears it in its next run.
   */
  readonly heard: "now" | "next-turn" | "next-run";
}

/** Access to one conversation, wherever it is kept: in a compiled graph or on a server. */
export interface ConversationAccess {
  /** The latest state; undefined if nothing is saved. */
  readonly saved: { readonly values: unknown; readonly next: readonly string[] } | undefined;
  putInInbox(id: string, value: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Updates the state as if the node `asNode` had returned `values`. */
  update(values: Readonly<Record<string, unknown>>, asNode: string): Promise<unknown>;
}

/** Throws `invalid-input` for a text that is no string, too long, or empty without a raised hand. */
export function checkInterjection(text: unknown, { raisesHand = false }: InterjectOptions): void {
  if (typeof text !== "string") throw invalidField("text", "expected", { expected: "string" });
  if (text.trim() === "" && !raisesHand) throw invalidField("text", "empty", {});
  if ([...text.trim()].length > longestInterjection)
    throw invalidField("text", "out-of-range", { highest: longestInterjection, unit: "characters" });
}

const ownNodes: readonly string[] = Object.values(stepNames);

/** Delivers an interjection or a control by the rules that the graphs' functions and the adapter for a server share. Expects a checked one. */
export async function deliver(
  { saved, putInInbox, update }: ConversationAccess,
  value: Readonly<Record<string, unknown>>,
  { now = false, id = timeOrderedId() }: { readonly now?: boolean | undefined; readonly id?: string | undefined },
): Promise<InterjectResult> {
  const state = saved?.values as Conversation | undefined;
  if (state?.interjections?.some((known) => known.id === id)) return { id, heard: "now" };
  const isUnfinished = saved && state?.opening && saved.next.length > 0;
  const waits = isUnfinished && isPaused(state);
  // Only closing words are left, which hear nothing more.
  const isClosing = state?.stopReason;
  // There is no boundary before the first turn to go back to, but the message can go straight into the state.
  if (now && isUnfinished && !waits && !isClosing && state.turn === state.turnAtStart && "text" in value) {
    const interjection = readInterjection(state, { id, value, time: new Date() });
    const added = { interjections: [interjection], messages: messagesOf(state, [interjection]) };
    await update({ nextSpeaker: "", ...added }, stepNames.setScene);
    return { id, heard: "now" };
  }
  await putInInbox(id, value);
  // If the conversation is a subgraph of the caller's graph, that graph's state only tells the node it is at.
  const isSubgraph = saved?.next.some((name) => !ownNodes.includes(name) && !name.startsWith("__")) ?? false;
  if (saved && !isUnfinished && !isSubgraph) return { id, heard: "next-run" };
  if (waits) return { id, heard: "now" };
  // A supervisor plans before it hears anything.
  if (!now || !isUnfinished || isClosing || saved.next.includes(stepNames.plan)) return { id, heard: "next-turn" };
  // As if the turn had been spoken: the step after a speech reads the inbox.
  await update({ nextSpeaker: "" }, stepNames.speak);
  return { id, heard: "now" };
}

export interface ThreadConfig {
  readonly configurable: { readonly thread_id: string };
}

/** The part of a compiled graph that gives access to a thread. */
export interface ThreadGraph {
  // LangGraph's packages declare these two with different types.
  readonly store?: unknown;
  readonly checkpointer?: unknown;
  getState(
    config: ThreadConfig,
  ): Promise<{ readonly values: unknown; readonly tasks: readonly { readonly name: string }[] }>;
  updateState(config: ThreadConfig, values: Record<string, unknown>, asNode: string): Promise<unknown>;
}

/**
 * Adds a message to a conversation of any mode. The conversation hears it exactly once, at the next boundary between turns,
 * and loses no work in flight; with `now`, the run that resumes an aborted one hears it first. A participant whom the message
 * addresses by name takes the next turn.
 *
 * @param graph - The compiled graph, with the store that its runs use.
 * @param config - Names the thread.
 * @param text - At most 4,000 characters.
 * @throws {RostrumError} `invalid-input` for a graph without a store, a missing thread, or a text that is empty or too long.
 *
 * @example
 * ```ts
 * const graph = createBidding().compile({ checkpointer, store: new InMemoryStore() });
 * const running = graph.invoke(input, config);
 * await interject(graph, config, "Tomas, what would you do about the fog?");
 * ```
 */
export async function interject(
  graph: ThreadGraph,
  config: ThreadConfig,
  text: string,
  options: InterjectOptions = {},
): Promise<InterjectResult> {
  const access = accessTo(graph, config);
  checkInterjection(text, options);
  const { now, id, ...rest } = options;
  return deliver(await access(), { text, ...rest }, { now, id });
}

/** Access to a thread of a compiled graph. Throws `invalid-input` for a missing thread; later, for a graph without a store. */
export function accessTo(graph: ThreadGraph, config: ThreadConfig): () => Promise<ConversationAccess> {
  const threadId: unknown = config?.configurable?.thread_id;
  if (typeof threadId !== "string" || threadId === "")
    throw invalidField("config.configurable.thread_id", "expected", { expected: "thread-name" });
  const store = graph.store as BaseStore | undefined;
  return async () => {
    const saved = graph.checkpointer ? await graph.getState(config) : undefined;
    return {
      // LangGraph's `next` leaves out steps whose writes are saved already, but not yet their checkpoint.
      saved: saved && { values: saved.values, next: saved.tasks.map(({ name }) => name) },
      putInInbox(id, value) {
        if (store) return store.put(inboxOf(threadId), id, { ...value });
        throw invalidField("graph", "no-store", {});
      },
      update: (values, asNode) => graph.updateState(config, { ...values }, asNode),
    };
  };
}

const findByName = <Person extends { readonly name: string }>(people: readonly Person[], name: unknown) =>
  typeof name === "string" ? people.find((person) => nameKey(person.name) === nameKey(name)) : undefined;

/** The speaker. A listener cannot use the name of an agent or the leader, a reserved name, or one that looks like any of these. */
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
  /** The id of its message. Default: an id of its own. */
  readonly messageId?: string;
  /** When the conversation hears it. */
  readonly time: Date;
}

/** Reads an inbox entry. Any client of a server can write one, so none of its fields is trusted. */
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
  const isTooLong = [...text].length > longestInterjection;
  if (isTooLong || (text === "" && !raisesHand)) {
    const problem = isTooLong ? "too-long" : value["raisesHand"] === true ? "no-person" : "no-text";
    return { ...base, messageId: null, text: "", to: null, raisesHand: false, problem };
  }
  const present = presentIn(participants);
  const others = present.map(({ name }) => name).filter((name) => name !== from);
  const { asked, called } = readAddresses(text, others);
  const to = findByName(present, value["to"])?.name ?? asked[0] ?? called[0] ?? null;
  const messageId = text === "" ? null : (givenId ?? freshId(messages, `interjection-${id}`));
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
