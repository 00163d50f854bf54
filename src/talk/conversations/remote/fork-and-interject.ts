import type { BaseMessage } from "@langchain/core/messages";
import { rejectUnknownSettings } from "../../../core/state/run-settings.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import { inboxOf } from "../../../graph/inbox/inbox.js";
import type { InterjectResult } from "../../../records/interjection.js";
import { fork } from "../delivery/fork.js";
import { deliver } from "../delivery/interject.js";
import type { ForkRequest } from "../port/port.js";
import { withdrawRound } from "../port/withdraw-round.js";
import { type Connection, send, statusIn } from "./connection.js";
import { conversationMark, readConversation, readStates, type ServerConversation } from "./conversation.js";
import { cancelRun, continueRun, isBusy } from "./runs.js";

type Values = Record<string, unknown>;
type HistoryParameters = Parameters<Parameters<typeof fork>[0]["getStateHistory"]>;

/** Follows the same rules as `fork`. Returns the id of the new thread. */
export async function forkOnServer(
  connection: Connection,
  origin: ServerConversation,
  { as: newId = crypto.randomUUID(), context: changedContext, mode: _mode, ...options }: ForkRequest,
): Promise<string> {
  rejectUnknownSettings({ context: changedContext });
  const { thread: threadId, mode, assistantId, title } = origin;
  const context = { ...origin.context, ...changedContext };
  const metadata = {
    ...conversationMark,
    context,
    origin: { thread: threadId, turn: options.turn },
    ...(assistantId ? { assistant_id: assistantId } : {}),
    ...(title ? { title } : {}),
  };
  const thread = (id: string) => ({ configurable: { thread_id: id } });
  const graph = {
    checkpointer: true,
    // The new thread does not exist until `updateState` creates it, so it has no state.
    getState: async () => ({ values: {}, tasks: [] }),
    async *getStateHistory(...[{ configurable }, { limit, filter }]: HistoryParameters) {
      const { checkpoint_id } = configurable;
      const checkpoint = checkpoint_id ? { checkpoint: { checkpoint_id } } : {};
      const which = { limit, ...checkpoint, ...(filter ? { metadata: filter } : {}) };
      const states = await send(connection, { thread: threadId }, (sdk) =>
        sdk.threads.getHistory<Values>(threadId, which),
      );
      for (const { values, next, metadata: saved, parent_checkpoint: parent } of states)
        yield { values, next, metadata: saved, ...(parent && { parentConfig: { configurable: parent } }) };
    },
    updateState: async (_config: unknown, values: Values, asNode: string) => {
      await send(connection, {}, (sdk) => sdk.threads.create({ threadId: newId, graphId: mode, metadata })).catch(
        (error: unknown) => {
          if (statusIn(error) === 409) throw invalidField("as", "thread-taken", { thread: newId });
          throw error;
        },
      );
      try {
        return await send(connection, { thread: newId }, (sdk) => sdk.threads.updateState(newId, { values, asNode }));
      } catch (error) {
        // Otherwise, a corrected request could not use the same id, because the empty thread would already have it.
        await send(connection, { thread: newId }, (sdk) => sdk.threads.delete(newId)).catch(() => {});
        throw error;
      }
    },
  };
  await fork(graph, thread(threadId), thread(newId), options);
  return newId;
}

/** Follows the same rules as `withdrawRound`. */
export async function withdrawOnServer(connection: Connection, thread: string): Promise<boolean> {
  const graph = {
    async *getStateHistory(_thread: unknown, { limit }: { readonly limit: number }) {
      for await (const state of readStates(connection, thread, limit))
        yield { ...state, config: state.checkpoint.checkpoint_id };
    },
    updateState: (checkpointId: string | null | undefined, values: null) =>
      send(connection, { thread }, (sdk) =>
        sdk.threads.updateState(thread, { values, ...(checkpointId && { checkpointId }) }),
      ),
  };
  return withdrawRound(graph, { configurable: { thread_id: thread } });
}

/**
 * Follows the same rules as `interject` and `control`. With `now`, cancels the active run if it has opened the
 * conversation, and then continues the conversation.
 *
 * @param options.continues - Whether to continue the conversation if it receives `value` at once. Default: the value of
 * `now`.
 */
export async function deliverOnServer(
  connection: Connection,
  thread: string,
  value: Values,
  options: { readonly now?: boolean | undefined; readonly id?: string | undefined; readonly continues?: boolean },
): Promise<InterjectResult> {
  let conversation = await readConversation(connection, thread);
  const { run } = conversation;
  // If the active run has not opened the conversation yet, it receives the message right after the opening. Cancelling
  // it would lose its input.
  const isOpening = run?.status === "pending" || conversation.state.opening === undefined;
  const now = options.now === true && !isOpening;
  const isCancelled = now && run !== undefined;
  if (isCancelled) {
    await cancelRun(connection, run);
    conversation = await readConversation(connection, thread);
  }
  const { latest, next, owner, waiting } = conversation;
  const result = await deliver(
    {
      saved: { values: latest, next },
      isInInbox: (id) =>
        send(connection, { thread }, (sdk) => sdk.store.getItem(inboxOf(thread, owner), id)).then(
          Boolean,
          (error: unknown) => (statusIn(error) === 404 ? false : Promise.reject(error)),
        ),
      putInInbox: (id, value) =>
        send(connection, { thread }, (sdk) => sdk.store.putItem(inboxOf(thread, owner), id, { ...value })),
      update: ({ messages = [], ...changed }, asNode) => {
        const plain = (messages as BaseMessage[]).map((message) => message.toDict());
        const values = { ...changed, messages: plain.map(({ type, data }) => ({ ...data, type })) };
        return send(connection, { thread }, (sdk) => sdk.threads.updateState(thread, { values, asNode }));
      },
    },
    value,
    { now, id: options.id },
  );
  await checkDelivered(connection, conversation, result.id);
  // With `now`, a person who was asked has lost the floor, so the conversation no longer waits.
  const { continues = now } = options;
  const goesOn = continues || (now && waiting.length > 0);
  if ((result.heard === "now" && goesOn) || (isCancelled && next.length > 0)) {
    try {
      await continueRun(connection, conversation, { input: null });
    } catch (error) {
      if (!isBusy(error)) throw error;
      // In the meantime, another client has started a run, which receives the message.
      return { ...result, heard: "next-turn" };
    }
  }
  return run && isOpening ? { ...result, heard: "next-turn" } : result;
}

/**
 * Call this after putting a message in the inbox. If the thread has been removed in the meantime, deletes the message,
 * and throws `invalid-input`.
 */
async function checkDelivered(connection: Connection, { thread, owner }: ServerConversation, id: string) {
  try {
    await send(connection, { thread }, (sdk) => sdk.threads.get(thread));
  } catch (error) {
    if (statusIn(error) !== 404) return;
    await send(connection, { thread }, (sdk) => sdk.store.deleteItem(inboxOf(thread, owner), id));
    throw invalidField("thread", "unknown-thread", { thread });
  }
}
