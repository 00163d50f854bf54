/** Adds a listener's message to a conversation that is running, or that has ended. */

import { v7 as timeOrderedId } from "@langchain/core/utils/uuid";
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { longestInterjection } from "../domain/interjection.js";
import { invalidInput } from "../errors.js";
import { messagesOf, readInterjection } from "../nodes/hear-interjections.js";
import { nodeNames } from "../nodes/node-names.js";
import { mailboxOf } from "../persistence/mailbox.js";
import type { Conversation } from "../state/conversation-state.js";

/** The part of a compiled graph that an interjection needs. */
interface OpenGraph {
  // LangGraph's own types of these two differ between its packages.
  readonly store?: unknown;
  readonly checkpointer?: unknown;
  getState(config: ThreadConfig): Promise<{ readonly values: unknown; readonly next: readonly string[] }>;
  updateState(config: ThreadConfig, values: Record<string, unknown>, asNode: string): Promise<unknown>;
}

interface ThreadConfig {
  readonly configurable: { readonly thread_id: string };
}

export interface InterjectOptions {
  /** Whose line it is: any name that no agent has, such as that of a person of the cast. Default: `User`. */
  readonly from?: string;
  /** Who is to answer next. Default: whoever the text asks or calls by name, else the room. */
  readonly to?: string;
  /** Asks for the floor for `from`, a person of the cast; the text may then be empty. Default: no. */
  readonly raisesHand?: boolean;
  /**
   * Has a conversation whose run was broken off (by its `signal`) go on from the boundary before the turn that it was in, so
   * that this is heard first. What that turn had come to is thrown away. Needs a checkpointer. Default: no.
   */
  readonly now?: boolean;
}

/** What became of it. */
export interface InterjectResult {
  /** Its `id` among the state's `interjections`, once it is heard. */
  readonly id: string;
  /**
   * `now`: `graph.invoke(null, config)` goes on with it. `next-turn`: the run hears it at the next turn's boundary. `next-run`: the conversation has ended, or has not begun: `graph.invoke({}, config)` goes on. A conversation that is at its
   * last word, or was broken off at it, hears it in its next run as well.
   */
  readonly heard: "now" | "next-turn" | "next-run";
}

function storeOf({ store }: OpenGraph): BaseStore {
  if (store) return store as BaseStore;
  const message = "needs a store to keep interjections in: compile({ store: new InMemoryStore(), … })";
  throw invalidInput([{ field: "graph", message }]);
}

function check(text: unknown, { raisesHand = false }: InterjectOptions, threadId: unknown): void {
  const complain = (field: string, message: string) => invalidInput([{ field, message }]);
  if (typeof threadId !== "string" || threadId === "")
    throw complain("config.configurable.thread_id", "must name the conversation's thread");
  if (typeof text !== "string") throw complain("text", "must be a text");
  if (text.trim() === "" && !raisesHand) throw complain("text", "must not be empty");
  if ([...text.trim()].length > longestInterjection)
    throw complain("text", `must be at most ${longestInterjection} characters long`);
}

/**
 * Adds a message to a conversation of any mode. It is heard at the next turn's boundary, exactly once, and nothing in flight is
 * lost; with `now` a run that was broken off goes on with it. Whoever it speaks to by name has the next turn.
 *
 * `graph` is the compiled graph, with the store that it runs with; `config` names the thread. Throws `invalid-input` for a
 * graph without a store, a missing thread, or a text that is empty or too long.
 *
 * @example
 * ```ts
 * const graph = createBidding().compile({ checkpointer, store: new InMemoryStore() });
 * const running = graph.invoke(input, config);
 * await interject(graph, config, "Tomas, what would you do about the fog?");
 * ```
 */
export async function interject(
  graph: OpenGraph,
  config: ThreadConfig,
  text: string,
  options: InterjectOptions = {},
): Promise<InterjectResult> {
  const threadId = config?.configurable?.thread_id;
  check(text, options, threadId);
  const { now = false, ...rest } = options;
  const id = timeOrderedId();
  const saved = graph.checkpointer ? await graph.getState(config) : undefined;
  const value = { text, ...rest };
  const state = saved?.values as Conversation | undefined;
  const goesOn = saved && state?.opening && saved.next.length > 0;
  // Before the first turn there is no boundary to go back to but the beginning, where it can be put at once.
  if (now && goesOn && state.turn === state.turnAtStart) {
    const interjection = readInterjection(state, { id, value, time: new Date() });
    const added = { interjections: [interjection], messages: messagesOf(state, [interjection]) };
    await graph.updateState(config, { nextSpeaker: "", ...added }, nodeNames.setScene);
    return { id, heard: "now" };
  }
  await storeOf(graph).put(mailboxOf(threadId), id, value);
  if (saved && !goesOn) return { id, heard: "next-run" };
  // Once it has been decided that it ends, whatever has a last word is not asked for another.
  if (!now || !goesOn || state.stopReason) return { id, heard: "next-turn" };
  // As if the turn had been spoken: what comes after a speech is the boundary at which mailboxes are read.
  await graph.updateState(config, { nextSpeaker: "" }, nodeNames.speak);
  return { id, heard: "now" };
}
