/**
 * Follows a run on a server, event by event, to its end.
 *
 * The server keeps an event log for the run, which takes as many connections as it takes to read. A restarted server has a
 * different log or none, and does not say so. So every new connection starts one entry early, and that entry must come again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "@langchain/langgraph-sdk";
import { RostrumError } from "../errors.js";
import type { RostrumEvent } from "../state/events.js";
import type { Approval, WaitingPerson } from "../state/people.js";
import type { Paused, YourTurn } from "../state/records.js";
import { type Connection, isTransient, type RunRef, runLost, send } from "./connection.js";
import { readConversation } from "./conversation.js";
import { isActive, listRuns } from "./runs.js";

interface LogEntry {
  readonly id?: string | undefined;
  readonly event: string;
  readonly data: unknown;
}

const beforeFirst = "-1";

/** A server that never resumes a log where it is asked to would otherwise restart it forever. */
const maxLogs = 3;

const isLastEntry = ({ event, data }: LogEntry) =>
  event === "error" || (event === "custom" && (data as { type?: unknown } | null)?.type === "stopped");

/** Graphs for chat clients also send cards for them. */
const isCard = (data: unknown) => (data as { type?: unknown } | null)?.type === "ui";

const readRun = (connection: Connection, { threadId, runId }: RunRef) =>
  send(connection, { thread: threadId, run: runId }, (sdk) => sdk.runs.get(threadId, runId));

/**
 * A run writes its first entry when it begins, so a log that exists delivers at once. While it is silent, this asks for the
 * run's status, and trusts it the second time because a run may begin or end at that very moment. Returns whether the run is
 * over and its log gone.
 */
async function isLogGone(first: Promise<unknown>, connection: Connection, run: RunRef): Promise<boolean> {
  const isSilent = () => Promise.race([first.then(() => false), sleep(connection.silenceMs, true, { ref: false })]);
  for (let before: Run["status"] | undefined; await isSilent(); ) {
    const { status } = await readRun(connection, run);
    if (status !== "pending" && status === before) {
      if (status === "running") throw runLost(connection, run, "silent");
      return true;
    }
    before = status;
  }
  return false;
}

/** Reads the log from the entry after `lastEventId`, over one connection. */
async function* joinLog(connection: Connection, run: RunRef, lastEventId: string, signal: AbortSignal) {
  const { threadId, runId } = run;
  const closing = new AbortController();
  const options = { lastEventId, signal: AbortSignal.any([signal, closing.signal]) };
  const entries = connection.sdk.runs.joinStream(threadId, runId, options)[Symbol.asyncIterator]();
  const read = (): Promise<IteratorResult<LogEntry>> =>
    send(connection, { thread: threadId, run: runId }, () => entries.next());
  try {
    const first = read();
    if (await isLogGone(first, connection, run)) return;
    for (let entry = await first; !entry.done; entry = await read()) yield entry.value;
  } finally {
    closing.abort();
  }
}

/** The conversation's own events, in order, and how the run ended if the conversation is not over. */
export type FollowedEvent =
  | RostrumEvent
  /** Last, one for each person: the run waits for their turn. Continue with `answer`. */
  | ({ readonly type: "your-turn" } & WaitingPerson<YourTurn>)
  /** Last: a speech waits for somebody to approve it. Continue with `answer`. */
  | ({ readonly type: "approval" } & WaitingPerson<Approval>)
  /** Last: somebody has paused the run. Continue with `resume`. */
  | ({ readonly type: "paused" } & Paused)
  /** Last: the run was cancelled, for example by an interjection with `now`, which continues the conversation in another run. */
  | { readonly type: "cancelled" }
  /** Before the end: the run is over, and the server has lost some of its events. `transcript` returns all that was said. */
  | { readonly type: "gap" };

export interface FollowOptions {
  /** Stops following at once and leaves the run alone. Default: none; `follow` ends with the run. */
  readonly signal?: AbortSignal | undefined;
}

function runFailed(data: unknown, connection: Connection, ref: RunRef): RostrumError {
  if (data === "Run not found") return runLost(connection, ref, "unknown");
  const { message } = (data ?? {}) as { readonly message?: unknown };
  const reason = connection.withoutToken(
    typeof message === "string" && message !== "" ? message : JSON.stringify(data),
  );
  return new RostrumError("run-failed", { fault: "failed", reason, server: connection.url, thread: ref.threadId });
}

/** What the run waits for, as an event. */
const asEvent = (id: string, value: YourTurn | Approval): FollowedEvent =>
  value.kind === "approval" ? { type: "approval", id, value } : { type: "your-turn", id, value };

async function* endOf(
  run: Run,
  connection: Connection,
  ref: RunRef,
  isComplete: boolean,
): AsyncGenerator<FollowedEvent> {
  const { failures, waiting, paused } = await readConversation(connection, ref.threadId);
  if (!isComplete) yield { type: "gap" };
  if (run.status === "error" || run.status === "timeout")
    throw runFailed({ message: failures.join("\n") || `the run ended with ${run.status}` }, connection, ref);
  // If the thread has continued since, another run waits for these people.
  const isWaiting = waiting.length > 0 || paused !== undefined;
  const isLatest = isWaiting && (await listRuns(connection, ref.threadId)).at(-1)?.run_id === ref.runId;
  if (isLatest && waiting.length > 0) for (const { id, value } of waiting) yield asEvent(id, value);
  else if (isLatest && paused) yield { type: "paused", ...paused };
  else if (run.status === "interrupted") yield { type: "cancelled" };
}

export async function* follow(
  connection: Connection,
  ref: RunRef,
  { signal = new AbortController().signal }: FollowOptions = {},
): AsyncGenerator<FollowedEvent, void> {
  let latest: LogEntry | undefined;
  let previousId = beforeFirst;
  /** Whether the end was read twice: a server may end the log before its last entries are written. */
  let isEndConfirmed = false;
  let logs = 1;
  for (let failures = 0; ; ) {
    let hasDelivered = false;
    let isRestarted = false;
    try {
      if (latest && latest.id === undefined) throw runLost(connection, ref, "not-resumable");
      for await (const entry of joinLog(connection, ref, previousId, signal)) {
        const isKnown = latest?.id !== undefined && entry.id === latest.id;
        // The server has restarted the run from its last checkpoint, and has a new log.
        isRestarted = !hasDelivered && latest !== undefined && !isKnown;
        if (isRestarted) break;
        hasDelivered = true;
        if (isKnown) continue;
        failures = 0;
        previousId = latest?.id ?? beforeFirst;
        latest = entry;
        isEndConfirmed = isLastEntry(entry);
        if (entry.event === "error") throw runFailed(entry.data, connection, ref);
        if (entry.event === "custom" && !isCard(entry.data)) yield entry.data as RostrumEvent;
      }
      if (signal.aborted) return;
      if (isRestarted) {
        [latest, previousId, isEndConfirmed] = [undefined, beforeFirst, false];
        logs += 1;
        if (logs > maxLogs) throw runLost(connection, ref, "inconsistent");
        continue;
      }
      const run = await readRun(connection, ref);
      if (isActive(run)) throw new RostrumError("server-unreachable", { server: connection.url, thread: ref.threadId });
      // A run that was cancelled before it began has an empty log.
      const isEmpty = !hasDelivered && latest === undefined && run.status === "interrupted";
      if (isEndConfirmed || !hasDelivered) return yield* endOf(run, connection, ref, isEndConfirmed || isEmpty);
      isEndConfirmed = true;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      if (failures > connection.reconnects || !isTransient(error)) throw error;
      await sleep(Math.min(50 * 2 ** failures, 5_000), undefined, { signal }).catch(() => {});
    }
  }
}
