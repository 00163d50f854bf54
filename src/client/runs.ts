/** Makes runs that can be followed, and finds those that there are. */
import type { Run } from "@langchain/langgraph-sdk";
import { inputProblem, invalidInput } from "../errors.js";
import { readFacts, type ServerConversation } from "./conversation.js";
import { isUnderWay } from "./run-events.js";
import type { RunRef } from "./run-ref.js";
import { call, callAgain, type Server } from "./server.js";

/** How a run is made, as opposed to what is said: the context of the mode, such as `model`. */
export type RunContextOnServer = Readonly<Record<string, unknown>>;

/** What a run begins with. */
type Beginning =
  | { readonly input: Record<string, unknown> | null }
  | { readonly command: { readonly resume: Readonly<Record<string, { readonly text: string }>> } };

export async function createRun(
  server: Server,
  { threadId, assistantId }: { readonly threadId: string; readonly assistantId: string },
  beginning: Beginning,
  context: RunContextOnServer,
): Promise<RunRef> {
  // A thread that was once run from a checkpoint would begin there again on the development server: null is its end.
  const config = { configurable: { checkpoint_id: null } };
  const made = { ...beginning, context, config, streamMode: ["custom" as const], streamResumable: true };
  const asked = { thread: threadId, assistant: assistantId };
  const { run_id } = await call(server, asked, (sdk) => sdk.runs.create(threadId, assistantId, made));
  return { threadId, runId: run_id };
}

/** Servers answer in pages. */
const pageSize = 100;

/** Every run of a thread. Servers differ in the order. */
async function runsOf(server: Server, threadId: string): Promise<Run[]> {
  const runs: Run[] = [];
  for (let isWhole = false; !isWhole; ) {
    const page = await callAgain(server, { thread: threadId }, (sdk) =>
      sdk.runs.list(threadId, { limit: pageSize, offset: runs.length }),
    );
    runs.push(...page);
    isWhole = page.length < pageSize;
  }
  return runs;
}

/** The run of a thread that is at work, or will be. */
export async function findUnderWay(server: Server, threadId: string): Promise<Run | undefined> {
  return (await runsOf(server, threadId)).find(isUnderWay);
}

/** The run that was made next after another one of its thread. */
export async function findAfter(server: Server, { threadId, runId }: RunRef): Promise<RunRef | undefined> {
  const runs = await runsOf(server, threadId);
  const before = runs.find(({ run_id }) => run_id === runId)?.created_at ?? "";
  const later = runs.filter(({ run_id, created_at }) => run_id !== runId && created_at > before);
  const [next] = later.sort((left, right) => (left.created_at < right.created_at ? -1 : 1));
  return next && { threadId, runId: next.run_id };
}

/** How the thread was run last. A server does not keep that with the thread, but with each run. */
export async function latestContext(server: Server, threadId: string): Promise<RunContextOnServer> {
  const runs = (await runsOf(server, threadId)) as (Run & { readonly kwargs?: { readonly context?: unknown } })[];
  const latest = runs.reduce<(typeof runs)[number] | undefined>(
    (last, run) => (last && last.created_at > run.created_at ? last : run),
    undefined,
  );
  if (latest) return (latest.kwargs?.context ?? {}) as RunContextOnServer;
  return (await readFacts(server, threadId)).firstContext ?? {};
}

/** Goes on with a thread, run as it was before unless `context` is given. */
export async function goOn(
  server: Server,
  threadId: string,
  { assistantId }: Pick<ServerConversation, "assistantId">,
  beginning: Beginning,
  context?: RunContextOnServer,
): Promise<RunRef> {
  if (assistantId === undefined) throw invalidInput([inputProblem("threadId", "not-begun", { thread: threadId })]);
  return createRun(server, { threadId, assistantId }, beginning, context ?? (await latestContext(server, threadId)));
}
