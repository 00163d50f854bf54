import type { Run, Thread } from "@langchain/langgraph-sdk";
import type { Named } from "../../../base/is-record.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import { type Connection, checkAnswer, type RunRef, send, sendSafely, statusIn } from "./connection.js";

/** With null as its input, a run resumes the thread. */
type RunStart = { readonly input: Named | null } | { readonly command: { readonly resume: Named } };

export async function createRun(
  connection: Connection,
  thread: string,
  assistant: string,
  { context, ...start }: RunStart & { readonly context: Named },
): Promise<RunRef> {
  // The development server remembers the checkpoint from which an earlier run started. Null makes the run start from
  // the latest checkpoint.
  const config = { configurable: { checkpoint_id: null } };
  const payload = { ...start, context, config, streamMode: ["custom" as const], streamResumable: true };
  const run = await send(connection, { thread, assistant }, (sdk) => sdk.runs.create(thread, assistant, payload));
  checkAnswer(connection, [run]);
  return { thread_id: thread, run_id: run.run_id };
}

interface Continuable {
  readonly thread: string;
  readonly assistantId: string | undefined;
  readonly context: Named;
}

export async function continueRun(
  connection: Connection,
  { thread, assistantId, context }: Continuable,
  start: RunStart & { readonly context?: Named | undefined },
): Promise<void> {
  if (assistantId === undefined) throw invalidField("thread", "not-begun", { thread });
  await createRun(connection, thread, assistantId, { ...start, context: { ...context, ...start.context } });
}

/** Whether an error has a status with which servers reject a run while another run of the thread is active. */
export const isBusy = (error: unknown): boolean => [409, 422].includes(Number(statusIn(error)));

export async function cancelRun(connection: Connection, { thread_id: thread, run_id: run }: RunRef): Promise<void> {
  await send(connection, { thread }, (sdk) => sdk.runs.cancel(thread, run, true, "interrupt")).catch(
    (error: unknown) => {
      // These statuses mean that the run has already ended.
      if (![404, 409].includes(Number(statusIn(error)))) throw error;
    },
  );
}

const runsPerPage = 100;

/** Servers send a field that the SDK's type lacks: the values that started the run. */
type StartedRun = Run & { readonly kwargs?: unknown };

/** Sorts the runs, oldest first, because servers return them in different orders. */
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

/** Returns the latest run's context; for a fork that has not run yet, the context in the thread's metadata. */
export function latestContext({ metadata }: Thread, runs: readonly StartedRun[]): Named {
  const latest = runs.at(-1);
  return ((latest ? latest.kwargs : metadata) as { readonly context?: Named } | null | undefined)?.context ?? {};
}
