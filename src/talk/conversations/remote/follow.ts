/**
 * Follows a run on a server, event by event, to its end.
 *
 * The server keeps an event log for the run, which takes as many connections as it takes to read. A restarted server has a
 * different log or none, and does not say so. So every new connection starts one entry early, and that entry must come again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "@langchain/langgraph-sdk";
import type { RostrumEvent } from "../../../core/state/events.js";
import { RostrumError } from "../../../errors/rostrum-error.js";
import { type Connection, isTransient, type RunRef, runLost, send } from "./connection.js";
import { readState } from "./conversation.js";
import { isActive } from "./runs.js";

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

const readRun = (connection: Connection, { thread_id: thread, run_id: run }: RunRef) =>
  send(connection, { thread, run }, (sdk) => sdk.runs.get(thread, run));

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
async function* joinLog(connection: Connection, ref: RunRef, lastEventId: string, signal: AbortSignal) {
  const { thread_id: thread, run_id: run } = ref;
  const closing = new AbortController();
  const options = { lastEventId, signal: AbortSignal.any([signal, closing.signal]) };
  const entries = connection.sdk.runs.joinStream(thread, run, options)[Symbol.asyncIterator]();
  const read = (): Promise<IteratorResult<LogEntry>> => send(connection, { thread, run }, () => entries.next());
  try {
    const first = read();
    if (await isLogGone(first, connection, ref)) return;
    for (let entry = await first; !entry.done; entry = await read()) yield entry.value;
  } finally {
    closing.abort();
  }
}

function runFailed(data: unknown, connection: Connection, ref: RunRef): RostrumError {
  if (data === "Run not found") return runLost(connection, ref, "unknown");
  const { message } = (data ?? {}) as { readonly message?: unknown };
  const reason = connection.withoutToken(
    typeof message === "string" && message !== "" ? message : JSON.stringify(data),
  );
  return new RostrumError("run-failed", { fault: "failed", reason, server: connection.url, thread: ref.thread_id });
}

/** Throws why a run has failed whose log does not say it. */
async function throwFailure(run: Run, connection: Connection): Promise<void> {
  if (run.status !== "error" && run.status !== "timeout") return;
  const { tasks } = await readState(connection, run.thread_id);
  const failures = tasks.flatMap(({ error }) => error ?? []).join("\n");
  throw runFailed({ message: failures || `the run ended with ${run.status}` }, connection, run);
}

/**
 * Yields the events of a run from its beginning, each once and in order, and restores lost connections. Ends with the run, or when the
 * signal is aborted; the run itself goes on. Throws the error with which it failed, and `run-lost` if the server no longer has it.
 */
export async function* follow(
  connection: Connection,
  ref: RunRef,
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<RostrumEvent, void> {
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
      if (isActive(run))
        throw new RostrumError("server-unreachable", { server: connection.url, thread: ref.thread_id });
      if (isEndConfirmed || !hasDelivered) return await throwFailure(run, connection);
      isEndConfirmed = true;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      if (failures > connection.reconnects || !isTransient(error)) throw error;
      await sleep(Math.min(50 * 2 ** failures, 5_000), undefined, { signal }).catch(() => {});
    }
  }
}
