/** Starts a thread of its own on a server from some turn of another one, as `fork` does for a graph. */
import { randomUUID } from "node:crypto";
import type { Config, ThreadState } from "@langchain/langgraph-sdk";
import { type ForkOptions, fork } from "../thread/fork.js";
import { readFacts } from "./conversation.js";
import { latestContext } from "./runs.js";
import { call, type Server } from "./server.js";

type Values = Record<string, unknown>;

/** Each holds a whole conversation. */
const pageSize = 20;

const configOf = (checkpoint: { readonly checkpoint_id?: string | null | undefined } | null | undefined) =>
  checkpoint ? { configurable: { checkpoint_id: checkpoint.checkpoint_id } } : undefined;

/** The states of a thread, the latest first. */
async function* historyOf(server: Server, threadId: string) {
  for (let last: ThreadState<Values> | undefined, isWhole = false; !isWhole; ) {
    // Servers want the id alone, whatever the SDK's type says.
    const before = last?.checkpoint.checkpoint_id as unknown as Config | undefined;
    const page = await call(server, { thread: threadId }, (sdk) =>
      sdk.threads.getHistory<Values>(threadId, { limit: pageSize, ...(before ? { before } : {}) }),
    );
    for (const { values, next, checkpoint, parent_checkpoint } of page) {
      const config = configOf(checkpoint) ?? {};
      const parentConfig = configOf(parent_checkpoint);
      yield { values, next, config, ...(parentConfig ? { parentConfig } : {}) };
    }
    last = page.at(-1);
    isWhole = page.length < pageSize;
  }
}

export async function forkOnServer(server: Server, threadId: string, options: ForkOptions): Promise<string> {
  const { mode, assistantId, title } = await readFacts(server, threadId);
  const newId = randomUUID();
  const context = await latestContext(server, threadId);
  const metadata = { context, ...(assistantId ? { assistant_id: assistantId } : {}), ...(title ? { title } : {}) };
  const thread = (id: string) => ({ configurable: { thread_id: id } });
  const graph = {
    checkpointer: true,
    // The new thread, which is not there yet: it is made once there is something to put into it.
    getState: async () => ({ values: {} }),
    getStateHistory: () => historyOf(server, threadId),
    updateState: async (_config: unknown, values: Values, asNode: string) => {
      await call(server, {}, (sdk) => sdk.threads.create({ threadId: newId, graphId: mode, metadata }));
      return call(server, { thread: newId }, (sdk) => sdk.threads.updateState(newId, { values, asNode }));
    },
  };
  await fork(graph, thread(threadId), thread(newId), options);
  return newId;
}
