/** Creates and finds the runs of a thread. */

import type { Run } from "@langchain/langgraph-sdk";
import { invalidField } from "../errors.js";
import { type Connection, checkAnswer, type RunRef, send, sendSafely } from "./connection.js";
import { readThread, type ServerConversation } from "./conversation.js";

/** How a run is executed: the mode's context fields, such as `model` and `temperature`. */
export type RunContextOnServer = Readonly<Record<string, unknown>>;

/** What a run starts with: an input, null to resume, or answers to interrupts. */
type RunStart =
  | { readonly input: Record<string, unknown> | null }
  | { readonly command: { readonly resume: Readonly<Record<string, object>> } };

export async function createRun(
  connection: Connection,
  { threadId, assistantId }: { readonly threadId: string; readonly assistantId: string },
  start: RunStart,
  context: RunContextOnServer,
): Promise<RunRef> {
  // The development server remembers the checkpoint that a thread's run once started from: null starts at the thread's end.
  const config = { configurable: { checkpoint_id: null } };
  const payload = { ...start, context, config, streamMode: ["custom" as const], streamResumable: true };
  const subject = { thread: threadId, assistant: assistantId };
  const run = await send(connection, subject, (sdk) => sdk.runs.create(threadId, assistantId, payload));
  const [{ run_id }] = checkAnswer(connection, [run] as const);
  return { threadId, runId: run_id };
}

/** Continues a thread, with the context of its latest run unless `context` is given. */
export async function continueThread(
  connection: Connection,
  { threadId, assistantId }: Pick<ServerConversation, "threadId" | "assistantId">,
  start: RunStart,
  context?: RunContextOnServer,
): Promise<RunRef> {
  if (assistantId === undefined) throw invalidField("threadId", "not-begun", { thread: threadId });
  const used = context ?? (await readLatestContext(connection, threadId));
  return createRun(connection, { threadId, assistantId }, start, used);
}

export async function cancelRun(connection: Connection, { threadId, runId }: RunRef): Promise<void> {
  await send(connection, { thread: threadId }, (sdk) => sdk.runs.cancel(threadId, runId, true, "interrupt"));
}

const runsPerPage = 100;

/** Servers send with a run what it was started with. */
type StartedRun = Run & { readonly kwargs?: unknown };

/** Every run of a thread, oldest first. Servers return them in different orders. */
export async function listRuns(connection: Connection, threadId: string): Promise<StartedRun[]> {
  const runs: StartedRun[] = [];
  for (let isComplete = false; !isComplete; ) {
    const page = await sendSafely(connection, { thread: threadId }, (sdk) =>
      sdk.runs.list(threadId, { limit: runsPerPage, offset: runs.length }),
    );
    runs.push(...page);
    isComplete = page.length < runsPerPage;
  }
  return runs.sort((left, right) => left.created_at.localeCompare(right.created_at));
}

export const isActive = ({ status }: Run) => status === "running" || status === "pending";

/** The context of the thread's latest run. Servers keep it with the run, not with the thread. */
export async function readLatestContext(connection: Connection, threadId: string): Promise<RunContextOnServer> {
  const latest = (await listRuns(connection, threadId)).at(-1);
  // A fork that has not run yet keeps its origin's context in its metadata.
  const kept = latest ? latest.kwargs : (await readThread(connection, threadId)).metadata;
  return (kept as { readonly context?: RunContextOnServer } | null | undefined)?.context ?? {};
}
