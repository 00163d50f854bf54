/** Copies a conversation on a server, as it was after a given turn, to a new thread. Follows the same rules as `fork`. */
import { randomUUID } from "node:crypto";
import type { Config, ThreadState } from "@langchain/langgraph-sdk";
import { type ForkOptions, fork } from "../thread/fork.js";
import { type Connection, send } from "./connection.js";
import { readThread } from "./conversation.js";
import { readLatestContext } from "./runs.js";

type Values = Record<string, unknown>;

/** Small, because every state holds the whole conversation. */
const pageSize = 20;

const configOf = (checkpoint: { readonly checkpoint_id?: string | null | undefined } | null | undefined) =>
  checkpoint ? { configurable: { checkpoint_id: checkpoint.checkpoint_id } } : undefined;

/** The states of a thread, newest first. */
async function* historyOf(connection: Connection, threadId: string) {
  for (let last: ThreadState<Values> | undefined, isComplete = false; !isComplete; ) {
    // Servers take the bare id, despite the SDK's type.
    const before = last?.checkpoint.checkpoint_id as unknown as Config | undefined;
    const page = await send(connection, { thread: threadId }, (sdk) =>
      sdk.threads.getHistory<Values>(threadId, { limit: pageSize, ...(before ? { before } : {}) }),
    );
    for (const { values, next, checkpoint, parent_checkpoint } of page) {
      const parentConfig = configOf(parent_checkpoint);
      yield { values, next, config: configOf(checkpoint) ?? {}, ...(parentConfig ? { parentConfig } : {}) };
    }
    last = page.at(-1);
    isComplete = page.length < pageSize;
  }
}

export async function forkOnServer(connection: Connection, threadId: string, options: ForkOptions): Promise<string> {
  const { mode, assistantId, title } = await readThread(connection, threadId);
  const newId = randomUUID();
  const context = await readLatestContext(connection, threadId);
  const metadata = { context, ...(assistantId ? { assistant_id: assistantId } : {}), ...(title ? { title } : {}) };
  const thread = (id: string) => ({ configurable: { thread_id: id } });
  const graph = {
    checkpointer: true,
    // The new thread does not exist until there is a state to write to it.
    getState: async () => ({ values: {} }),
    getStateHistory: () => historyOf(connection, threadId),
    updateState: async (_config: unknown, values: Values, asNode: string) => {
      await send(connection, {}, (sdk) => sdk.threads.create({ threadId: newId, graphId: mode, metadata }));
      return send(connection, { thread: newId }, (sdk) => sdk.threads.updateState(newId, { values, asNode }));
    },
  };
  await fork(graph, thread(threadId), thread(newId), options);
  return newId;
}
