/** Forks of conversations on a server, and messages and controls that people add. */
import { randomUUID } from "node:crypto";
import type { BaseMessage } from "@langchain/core/messages";
import { RostrumError } from "../errors.js";
import type { Control } from "../state/control.js";
import { inboxOf } from "../storage/inbox.js";
import { type ControlOptions, controlEntry } from "../thread/control.js";
import { type ForkOptions, fork } from "../thread/fork.js";
import { checkInterjection, deliver, type InterjectOptions, type InterjectResult } from "../thread/interject.js";
import { type Connection, type RunRef, send } from "./connection.js";
import { describeThread, readConversation, readThread } from "./conversation.js";
import { cancelRun, continueThread, isActive, listRuns, readLatestContext } from "./runs.js";

type Values = Record<string, unknown>;
type HistoryParameters = Parameters<Parameters<typeof fork>[0]["getStateHistory"]>;

/**
 * Copies a conversation, as it was after a given turn, to a new thread. Follows the same rules as `fork`. `context`: changes of the
 * origin's.
 */
export async function forkOnServer(
  connection: Connection,
  threadId: string,
  { as: newId = randomUUID(), context: changed, ...options }: ForkOptions & { as?: string; context?: Values },
): Promise<string> {
  const { mode, assistantId, title } = describeThread(await readThread(connection, threadId));
  const context = { ...(await readLatestContext(connection, threadId)), ...changed };
  const metadata = { context, ...(assistantId ? { assistant_id: assistantId } : {}), ...(title ? { title } : {}) };
  const thread = (id: string) => ({ configurable: { thread_id: id } });
  const graph = {
    checkpointer: true,
    // The new thread does not exist until there is a state to write to it.
    getState: async () => ({ values: {}, tasks: [] }),
    async *getStateHistory(...[{ configurable }, { limit, filter }]: HistoryParameters) {
      const { checkpoint_id } = configurable;
      const checkpoint = checkpoint_id ? { checkpoint: { checkpoint_id } } : {};
      const which = { limit, ...checkpoint, ...(filter ? { metadata: filter } : {}) };
      const states = await send(connection, { thread: threadId }, (sdk) =>
        sdk.threads.getHistory<Values>(threadId, which),
      );
      for (const { values, next, parent_checkpoint: parent } of states)
        yield { values, next, ...(parent ? { parentConfig: { configurable: parent } } : {}) };
    },
    updateState: async (_config: unknown, values: Values, asNode: string) => {
      await send(connection, {}, (sdk) => sdk.threads.create({ threadId: newId, graphId: mode, metadata }));
      return send(connection, { thread: newId }, (sdk) => sdk.threads.updateState(newId, { values, asNode }));
    },
  };
  await fork(graph, thread(threadId), thread(newId), options);
  return newId;
}

/** With `heard: "next-run"`, `start` with the thread's id begins another round. */
export interface ServerInterjectResult extends InterjectResult {
  /** The run to follow next, if the interjection cancelled the active one. */
  readonly run?: RunRef;
}

/** Adds a listener's message to a conversation. Follows the same rules as `interject`. */
export async function interjectOnServer(
  connection: Connection,
  threadId: string,
  text: string,
  options: InterjectOptions,
): Promise<ServerInterjectResult> {
  checkInterjection(text, options);
  const { now, id, ...rest } = options;
  return deliverOnServer(connection, threadId, { text, ...rest }, { now, id });
}

/** Steers a conversation. Follows the same rules as `control`. A step lets a run go on that waits at a pause. */
export async function controlOnServer(
  connection: Connection,
  threadId: string,
  request: Control,
  options: ControlOptions,
): Promise<ServerInterjectResult> {
  const continues = "step" in request;
  return deliverOnServer(connection, threadId, controlEntry(request, options), { now: options.now, continues });
}

/** `continues`: whether a run that waits at a pause goes on. Default: as `now` says. */
async function deliverOnServer(
  connection: Connection,
  threadId: string,
  value: Values,
  options: { readonly now?: boolean | undefined; readonly id?: string | undefined; readonly continues?: boolean },
): Promise<ServerInterjectResult> {
  const subject = { thread: threadId };
  let conversation = await readConversation(connection, threadId);
  const active = (await listRuns(connection, threadId)).find(isActive);
  // A run that has yet to open the conversation hears the message when it does; cancelled now, it would lose its input.
  const isOpening = active?.status === "pending" || conversation.values["opening"] === undefined;
  const now = options.now === true && !isOpening;
  const isCancelled = now && active !== undefined;
  if (isCancelled) {
    await cancelRun(connection, { threadId, runId: active.run_id }).catch((error: unknown) => {
      // These statuses mean that the run has ended by itself.
      const status = RostrumError.isInstance(error) ? error.details.status : undefined;
      if (status !== 404 && status !== 409) throw error;
    });
    conversation = await readConversation(connection, threadId);
  }
  const { values, next, owner } = conversation;
  const result = await deliver(
    {
      saved: { values, next },
      putInInbox: (id, value) =>
        send(connection, subject, (sdk) => sdk.store.putItem(inboxOf(threadId, owner), id, { ...value })),
      update: ({ messages = [], ...changed }, asNode) => {
        const plain = (messages as BaseMessage[]).map((message) => message.toDict());
        const values = { ...changed, messages: plain.map(({ type, data }) => ({ ...data, type })) };
        return send(connection, subject, (sdk) => sdk.threads.updateState(threadId, { values, asNode }));
      },
    },
    value,
    { now, id: options.id },
  );
  const { continues = now } = options;
  if ((result.heard === "now" && continues) || (isCancelled && next.length > 0))
    return { ...result, run: await continueThread(connection, conversation, { input: null }) };
  return active && isOpening ? { ...result, heard: "next-turn" } : result;
}
