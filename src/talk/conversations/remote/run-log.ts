/**
 * After a restart, a server may have a new log for a run, or none at all, and does not report the change. Therefore,
 * each new connection starts one entry early: if the log is still the same, the server first sends the last known entry
 * again.
 */

import type { Run } from "@langchain/langgraph-sdk";
import { wait as sleep } from "#platform.js";
import { type Connection, type RunRef, runLost, send } from "./connection.js";

export interface LogEntry {
  readonly id?: string | undefined;
  readonly event: string;
  readonly data: unknown;
}

const beforeFirst = "-1";

/** Prevents an endless loop if a server starts a new log for each connection. */
const maxLogs = 3;

export const readRun = (connection: Connection, { thread_id: thread, run_id: run }: RunRef) =>
  send(connection, { thread, run }, (sdk) => sdk.runs.get(thread, run));

/**
 * An existing log delivers an entry immediately, because a run writes its first entry when it starts. Acts on a status
 * only after reading it twice in a row, because the run may start or end between two requests.
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

export class RunLog {
  /** What the latest connection delivered. */
  delivered: "nothing" | "same-log" | "new-log" = "nothing";
  private latest: LogEntry | undefined;
  /** The id of the entry before the latest one. The next connection starts after it. */
  private previousId = beforeFirst;
  private logs = 1;

  constructor(
    private readonly connection: Connection,
    private readonly run: RunRef,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Connects to the log, and yields the entries that have not been yielded yet. If the server has started a new log for
   * the run, stops; the next call then reads the new log from its beginning.
   */
  async *readOn(): AsyncGenerator<LogEntry, void> {
    if (this.latest && this.latest.id === undefined) throw runLost(this.connection, this.run, "not-resumable");
    this.delivered = "nothing";
    for await (const entry of joinLog(this.connection, this.run, this.previousId, this.signal)) {
      const isLatest = this.latest?.id !== undefined && entry.id === this.latest.id;
      if (this.delivered === "nothing" && this.latest && !isLatest) return this.startOver();
      this.delivered = "same-log";
      if (isLatest) continue;
      this.previousId = this.latest?.id ?? beforeFirst;
      this.latest = entry;
      yield entry;
    }
  }

  private startOver(): void {
    this.delivered = "new-log";
    [this.latest, this.previousId] = [undefined, beforeFirst];
    this.logs += 1;
    if (this.logs > maxLogs) throw runLost(this.connection, this.run, "inconsistent");
  }
}
