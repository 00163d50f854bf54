/**
 * Reads the event log that a server keeps for a run, over as many connections as it takes.
 *
 * A restarted server has a different log or none, and does not say so. So each new connection starts one entry early:
 * if the log is still the same, the latest known entry comes again first.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "@langchain/langgraph-sdk";
import { type Connection, type RunRef, runLost, send } from "./connection.js";

export interface LogEntry {
  readonly id?: string | undefined;
  readonly event: string;
  readonly data: unknown;
}

const beforeFirst = "-1";

/** Prevents an endless loop with a server that always starts a new log instead of continuing one. */
const maxLogs = 3;

export const readRun = (connection: Connection, { thread_id: thread, run_id: run }: RunRef) =>
  send(connection, { thread, run }, (sdk) => sdk.runs.get(thread, run));

/**
 * Returns whether the run is over and its log gone, or false as soon as the log delivers an entry. An existing log
 * delivers at once, because a run writes its first entry when it begins. While the log is silent, this reads the run's
 * status, and trusts it when it is the same twice, because the run may begin or end between the two requests.
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

export class RunLog {
  /** What the latest connection has delivered: nothing, the same log as before, or the first entry of a new log. */
  delivered: "nothing" | "same-log" | "new-log" = "nothing";
  private latest: LogEntry | undefined;
  /** The id of the entry before the latest, after which the next connection starts. */
  private previousId = beforeFirst;
  private logs = 1;

  constructor(
    private readonly connection: Connection,
    private readonly run: RunRef,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Opens a connection, and yields each entry that is new. If the server has restarted the run with a new log, the next
   * call reads that log from its beginning. Throws `run-lost` if the log cannot be continued.
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
