/** Adds a listener's message to a conversation that is running, waiting or over. */
import { v7 as timeOrderedId } from "@langchain/core/utils/uuid";
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { inputProblem, invalidInput } from "../errors.js";
import type { Conversation } from "../state/conversation-state.js";
import { longestInterjection } from "../state/interjection.js";
import { stepNames } from "../state/step-names.js";
import { inboxOf } from "../storage/inbox.js";
import { messagesOf, readInterjection } from "./read-interjection.js";

export interface InterjectOptions {
  /** The speaker's name: a person of the cast, or any name that no agent has. Default: `User`. */
  readonly from?: string;
  /** The participant who answers next. Default: the one whom the text asks or names, otherwise whoever the mode chooses. */
  readonly to?: string;
  /** Requests the floor for `from`, a person of the cast; the text may then be empty. Default: false. */
  readonly raisesHand?: boolean;
  /**
   * Puts a conversation whose run was aborted back to the boundary before the interrupted turn, so that the next run hears
   * this first. Discards the work of that turn. Needs a checkpointer. Default: false.
   */
  readonly now?: boolean;
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
  /** Puts an item into the conversation's inbox. */
  putInInbox(id: string, value: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Updates the state as if the node `asNode` had returned `values`. */
  update(values: Readonly<Record<string, unknown>>, asNode: string): Promise<unknown>;
}

const reject = (...problem: Parameters<typeof inputProblem>) => invalidInput([inputProblem(...problem)]);

/** Throws `invalid-input` for a text that is no string, too long, or empty without a raised hand. */
export function checkInterjection(text: unknown, { raisesHand = false }: InterjectOptions): void {
  if (typeof text !== "string") throw reject("text", "expected", { expected: "string" });
  if (text.trim() === "" && !raisesHand) throw reject("text", "empty", {});
  if ([...text.trim()].length > longestInterjection) throw reject("text", "too-long", { limit: longestInterjection });
}

const ownNodes: readonly string[] = Object.values(stepNames);

/** Delivers an interjection by the rules that `interject` and `RostrumClient` share. Expects a checked text. */
export async function deliverInterjection(
  { saved, putInInbox, update }: ConversationAccess,
  text: string,
  { now = false, ...rest }: InterjectOptions,
): Promise<InterjectResult> {
  const id = timeOrderedId();
  const value = { text, ...rest };
  const state = saved?.values as Conversation | undefined;
  const isUnfinished = saved && state?.opening && saved.next.length > 0;
  // There is no boundary before the first turn to go back to, but the message can go straight into the state.
  if (now && isUnfinished && state.turn === state.turnAtStart) {
    const interjection = readInterjection(state, { id, value, time: new Date() });
    const added = { interjections: [interjection], messages: messagesOf(state, [interjection]) };
    await update({ nextSpeaker: "", ...added }, stepNames.setScene);
    return { id, heard: "now" };
  }
  await putInInbox(id, value);
  // If the conversation is a subgraph of the caller's graph, that graph's state only tells the node it is at.
  const isSubgraph = saved?.next.some((name) => !ownNodes.includes(name) && !name.startsWith("__")) ?? false;
  if (saved && !isUnfinished && !isSubgraph) return { id, heard: "next-run" };
  // With a stop reason only closing words are left, which hear nothing more.
  if (!now || !isUnfinished || state.stopReason) return { id, heard: "next-turn" };
  // As if the turn had been spoken: the step after a speech reads the inbox.
  await update({ nextSpeaker: "" }, stepNames.speak);
  return { id, heard: "now" };
}

interface ThreadConfig {
  readonly configurable: { readonly thread_id: string };
}

/** The part of a compiled graph that `interject` needs. */
interface InterjectableGraph {
  // LangGraph's packages declare these two with different types.
  readonly store?: unknown;
  readonly checkpointer?: unknown;
  getState(config: ThreadConfig): Promise<{ readonly values: unknown; readonly next: readonly string[] }>;
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
  graph: InterjectableGraph,
  config: ThreadConfig,
  text: string,
  options: InterjectOptions = {},
): Promise<InterjectResult> {
  const threadId: unknown = config?.configurable?.thread_id;
  if (typeof threadId !== "string" || threadId === "")
    throw reject("config.configurable.thread_id", "expected", { expected: "thread-name" });
  checkInterjection(text, options);
  const store = graph.store as BaseStore | undefined;
  const access: ConversationAccess = {
    saved: graph.checkpointer ? await graph.getState(config) : undefined,
    putInInbox(id, value) {
      if (store) return store.put(inboxOf(threadId), id, { ...value });
      throw reject("graph", "no-store", {});
    },
    update: (values, asNode) => graph.updateState(config, { ...values }, asNode),
  };
  return deliverInterjection(access, text, options);
}
