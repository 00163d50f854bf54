/** Adds a listener's message to a conversation that is running, or that has ended. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { inputProblem, invalidInput } from "../errors.js";
import { inboxOf } from "../storage/inbox.js";
import { checkInterjection } from "./check-interjection.js";
import { type InterjectOptions, type InterjectResult, leaveInterjection } from "./leave-interjection.js";

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

function storeOf({ store }: OpenGraph): BaseStore {
  if (store) return store as BaseStore;
  throw invalidInput([inputProblem("graph", "no-store", {})]);
}

function threadIn(config: ThreadConfig): string {
  const threadId: unknown = config?.configurable?.thread_id;
  if (typeof threadId === "string" && threadId !== "") return threadId;
  throw invalidInput([inputProblem("config.configurable.thread_id", "expected", { expected: "thread-name" })]);
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
  const threadId = threadIn(config);
  checkInterjection(text, options);
  const conversation = {
    saved: graph.checkpointer ? await graph.getState(config) : undefined,
    leave: (id: string, value: Readonly<Record<string, unknown>>) =>
      storeOf(graph).put(inboxOf(threadId), id, { ...value }),
    update: (values: Readonly<Record<string, unknown>>, asNode: string) =>
      graph.updateState(config, { ...values }, asNode),
  };
  return leaveInterjection(conversation, text, options);
}
