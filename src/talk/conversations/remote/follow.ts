import type { Run } from "@langchain/langgraph-sdk";
import { wait as sleep } from "#platform.js";
import type { Named } from "../../../base/is-record.js";
import type { RostrumEvent } from "../../../core/state/events.js";
import { RostrumError } from "../../../errors/rostrum-error.js";
import { type Connection, isTransient, type RunRef, runLost } from "./connection.js";
import { failureWithoutError, readState } from "./conversation.js";
import { type LogEntry, RunLog, readRun } from "./run-log.js";
import { isActive } from "./runs.js";

const typeOf = (data: unknown) => (data as { readonly type?: unknown } | null)?.type;

const isLastEntry = ({ event, data }: LogEntry) =>
  event === "error" || (event === "custom" && typeOf(data) === "stopped");

/** Graphs for chat clients also write UI cards to the log. */
const isEvent = ({ event, data }: LogEntry) => event === "custom" && typeOf(data) !== "ui";

function runFailed(data: unknown, connection: Connection, ref: RunRef): RostrumError {
  if (data === "Run not found") return runLost(connection, ref, "unknown");
  const { message } = (data ?? {}) as { readonly message?: unknown };
  const reason = connection.withoutToken(
    typeof message === "string" && message !== "" ? message : JSON.stringify(data),
  );
  return new RostrumError("run-failed", { fault: "failed", reason, server: connection.url, thread: ref.thread_id });
}

/** Throws if the run is still active. In that case, its log ended because the connection was lost. */
async function readEndedRun(connection: Connection, ref: RunRef): Promise<Run> {
  const run = await readRun(connection, ref);
  if (isActive(run)) throw new RostrumError("server-unreachable", { server: connection.url, thread: ref.thread_id });
  return run;
}

/** Throws the error of a failed run. Reads the error from the state, because the log contained none. */
async function throwFailure(run: Run, connection: Connection): Promise<void> {
  if (run.status !== "error" && run.status !== "timeout") return;
  const { tasks, values } = await readState(connection, run.thread_id);
  const failures = tasks.flatMap(({ error }) => error ?? []).join("\n");
  throw runFailed({ message: failures || failureWithoutError(run, (values ?? {}) as Named) }, connection, run);
}

/**
 * Yields the run's events, starting with the first, and restores lost connections. When the signal aborts, the
 * iteration ends, but the run continues. Throws the run's error if the run fails.
 */
export async function* follow(
  connection: Connection,
  ref: RunRef,
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<RostrumEvent, void> {
  const log = new RunLog(connection, ref, signal);
  /**
   * Whether the next end of the log is final. A server can close a log before writing its last entries, so an end
   * without a last entry counts only the second time.
   */
  let isEndExpected = false;
  for (let failures = 0; ; ) {
    try {
      for await (const entry of log.readOn()) {
        failures = 0;
        isEndExpected = isLastEntry(entry);
        if (entry.event === "error") throw runFailed(entry.data, connection, ref);
        if (isEvent(entry)) yield entry.data as RostrumEvent;
      }
      if (signal.aborted) return;
      if (log.delivered === "new-log") continue;
      const run = await readEndedRun(connection, ref);
      if (isEndExpected || log.delivered === "nothing") return await throwFailure(run, connection);
      isEndExpected = true;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      if (failures > connection.reconnects || !isTransient(error)) throw error;
      await sleep(Math.min(50 * 2 ** failures, 5_000), undefined, { signal }).catch(() => {});
    }
  }
}
