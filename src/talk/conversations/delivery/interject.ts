import { v7 as timeOrderedId } from "@langchain/core/utils/uuid";
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { conversationFormat } from "../../../core/state/saved-conversation.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import { inboxFormat, inboxOf } from "../../../graph/inbox/inbox.js";
import { checkInterjection, messagesOf, readInterjection } from "../../../graph/inbox/interjection.js";
import { isPaused } from "../../../graph/state/control.js";
import type { Conversation } from "../../../graph/state/conversation-state.js";
import { stepNames } from "../../../graph/state/step-names.js";
import type { InterjectOptions, InterjectResult } from "../../../records/interjection.js";

export interface ConversationAccess {
  /** The latest saved state; undefined if the graph has no checkpointer. */
  readonly saved: { readonly values: unknown; readonly next: readonly string[] } | undefined;
  isInInbox(id: string): Promise<boolean>;
  putInInbox(id: string, value: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Updates the state as if the node `asNode` had returned `values`. */
  update(values: Readonly<Record<string, unknown>>, asNode: string): Promise<unknown>;
}

const ownNodes: readonly string[] = Object.values(stepNames);

/** `value`: a checked interjection or control. */
export async function deliver(
  { saved, isInInbox, putInInbox, update }: ConversationAccess,
  value: Readonly<Record<string, unknown>>,
  { now = false, id: given }: { readonly now?: boolean | undefined; readonly id?: string | undefined },
): Promise<InterjectResult> {
  const id = given ?? timeOrderedId();
  const state = saved?.values as (Conversation & { readonly tasks?: readonly unknown[] }) | undefined;
  if ([...(state?.interjections ?? []), ...(state?.controls ?? [])].some((known) => known.id === id))
    return { id, heard: "now" };
  const isUnfinished = saved && state?.opening && saved.next.length > 0;
  const waits = isUnfinished && isPaused(state);
  // A run that has only its closing words left reads no more messages, so the next run reads this one.
  const isClosing = state?.stopReason;
  // Before the run's first turn, there is no boundary to return to, but the message can be written directly to the
  // state.
  if (now && isUnfinished && !waits && !isClosing && state.turn === state.turnAtStart && "text" in value) {
    const interjection = readInterjection(state, { id, value, time: new Date() });
    const added = { interjections: [interjection], messages: messagesOf(state, [interjection]) };
    // Continues after the plan step if a supervisor has already planned, so that it does not plan again.
    const before = state.tasks?.length ? stepNames.plan : stepNames.setScene;
    if (await succeeds(update({ nextSpeaker: "", ...added }, before))) return { id, heard: "now" };
  }
  // A later message must not replace an earlier one with the same id that has not been read yet.
  if (given === undefined || !(await isInInbox(id))) await putInInbox(id, { ...inboxFormat.mark, ...value });
  // If the conversation is a subgraph of the caller's graph, the saved state shows only the current node of the
  // caller's graph, not whether the conversation has ended.
  const isSubgraph = saved?.next.some((name) => !ownNodes.includes(name) && !name.startsWith("__")) ?? false;
  if (saved && !isUnfinished && !isSubgraph) return { id, heard: "next-run" };
  if (waits) return { id, heard: "now" };
  // A supervisor makes its plan before it reads the inbox.
  if (!now || !isUnfinished || isClosing || saved.next.includes(stepNames.plan)) return { id, heard: "next-turn" };
  // Makes the graph continue as if a speech had just ended, because the step after a speech reads the inbox.
  return { id, heard: (await succeeds(update({ nextSpeaker: "" }, stepNames.speak))) ? "now" : "next-turn" };
}

/** A failed update must not make the caller send the message again, because the inbox delivers it. */
const succeeds = (updating: Promise<unknown>): Promise<boolean> =>
  updating.then(
    () => true,
    () => false,
  );

export interface ThreadConfig {
  readonly configurable: { readonly thread_id: string };
}

export interface ThreadGraph {
  // The type is `unknown` because LangGraph's packages declare these members differently.
  readonly store?: unknown;
  readonly checkpointer?: unknown;
  getState(
    config: ThreadConfig,
  ): Promise<{ readonly values: unknown; readonly tasks: readonly { readonly name: string }[] }>;
  updateState(config: ThreadConfig, values: Record<string, unknown>, asNode: string): Promise<unknown>;
}

/**
 * Adds a message to a conversation in any mode. The conversation receives it exactly once, at the next boundary between
 * turns, so no work in progress is lost. If you have aborted the run, use `now`: the next run then discards the
 * interrupted turn and receives the message first. If the message addresses a participant by name, that participant
 * takes the next turn, unless the participant is muted or another request for the floor comes first.
 *
 * @param graph - The compiled graph, with the store that its runs use.
 * @param config - The config that names the thread.
 * @param text - The message, of at most 20,000 characters.
 * @throws {RostrumError} `invalid-input` if the graph has no store, `config` names no thread, the text is empty or too
 * long, or `options.id` is not a valid id.
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

export function accessTo(graph: ThreadGraph, config: ThreadConfig): () => Promise<ConversationAccess> {
  const threadId: unknown = config?.configurable?.thread_id;
  if (typeof threadId !== "string" || threadId === "")
    throw invalidField("config.configurable.thread_id", "expected", { expected: "thread-name" });
  const store = graph.store as BaseStore | undefined;
  return async () => {
    const saved = graph.checkpointer ? await graph.getState(config) : undefined;
    return {
      // Uses `tasks`, because LangGraph's `next` omits steps with saved writes but no saved checkpoint.
      saved: saved && {
        values: conversationFormat.read(saved.values, threadId),
        next: saved.tasks.map(({ name }) => name),
      },
      isInInbox: async (id) => Boolean(await store?.get(inboxOf(threadId), id)),
      putInInbox(id, value) {
        if (store) return store.put(inboxOf(threadId), id, { ...value });
        throw invalidField("graph", "no-store", {});
      },
      update: (values, asNode) => graph.updateState(config, { ...values }, asNode),
    };
  };
}
