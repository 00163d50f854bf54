/**
 * The log of events that a server keeps of a run, read to its end whatever becomes of the connection. A server that was restarted
 * has another log, or none, and says nothing of it; so every new connection begins one event early, and that event must come again.
 */
import type { Run } from "@langchain/langgraph-sdk";
import { RostrumError } from "../errors.js";
import type { ErrorParameters } from "../locales/error-words.js";
import { firstWithin } from "./first-within.js";
import type { RunRef } from "./run-ref.js";
import { call, type Server } from "./server.js";

/** One entry of the log. */
interface LogEntry {
  readonly id?: string | undefined;
  readonly event: string;
  readonly data: unknown;
}

/** How the log ended. */
export interface LogEnd {
  readonly run: Run;
  /** Whether all of it came. */
  readonly isWhole: boolean;
}

interface Connection {
  readonly entries: AsyncIterator<LogEntry>;
  readonly controller: AbortController;
  /** Whether it has told anything. */
  isProven: boolean;
}

const fromTheBeginning = "-1";

/** How often a server may begin a run again. One that never gives the place that it is asked for would do so for ever. */
const mostLogs = 3;

export const isUnderWay = ({ status }: Run) => status === "running" || status === "pending";

/** What nothing follows. */
const isLast = ({ event, data }: LogEntry) =>
  event === "error" || (event === "custom" && (data as { type?: unknown } | null)?.type === "stopped");

export class RunEvents {
  private connection: Connection | undefined;
  private latest: LogEntry | undefined;
  /** The id of the entry before the latest. */
  private previous = fromTheBeginning;
  /** Whether the end was looked at twice: servers may end the log while its last entries are still being written. */
  private isEndSure = false;
  private logs = 1;
  /** Nobody wants to know any more. */
  private readonly left = new AbortController();
  /** Ends the waiting for the next entry. */
  private giveUp = () => {};

  constructor(
    private readonly server: Server,
    private readonly ref: RunRef,
  ) {}

  /**
   * Undefined once it was left. Throws `server-unreachable` once the patience is at its end, and `run-lost` where the server has
   * forgotten the run.
   */
  async next(): Promise<LogEntry | LogEnd | undefined> {
    if (this.left.signal.aborted) return undefined;
    return new Promise((resolve, reject) => {
      this.giveUp = () => resolve(undefined);
      this.server.patient.execute(() => this.read()).then(resolve, reject);
    });
  }

  /** Ends the connection. What is waited for comes to nothing at once, whatever becomes of the connection. */
  leave(): void {
    this.left.abort();
    this.giveUp();
    this.close();
  }

  private close(): void {
    this.connection?.controller.abort();
    this.connection = undefined;
  }

  private async read(): Promise<LogEntry | LogEnd> {
    for (;;) {
      this.left.signal.throwIfAborted();
      const { done, value: entry } = await this.readEntry();
      if (done) {
        const end = await this.end();
        if (end) return end;
      } else if (this.isNew(entry)) return entry;
    }
  }

  private async readEntry(): Promise<IteratorResult<LogEntry, undefined>> {
    try {
      return await call(this.server, { thread: this.ref.threadId }, async () => {
        this.connection ??= this.connect();
        const { entries, isProven } = this.connection;
        const next = entries.next();
        return isProven
          ? next
          : await firstWithin(
              next,
              this.server.silenceMs,
              () => this.look(),
              () => this.lost("silent"),
            );
      });
    } catch (error) {
      this.close();
      // It is not tried again then.
      this.left.signal.throwIfAborted();
      throw this.explain(error);
    }
  }

  private connect(): Connection {
    if (this.latest && this.latest.id === undefined) throw this.lost("not-resumable");
    const controller = new AbortController();
    const { threadId, runId } = this.ref;
    const options = { lastEventId: this.previous, signal: controller.signal };
    const entries = this.server.sdk.runs.joinStream(threadId, runId, options)[Symbol.asyncIterator]();
    return { entries, controller, isProven: false };
  }

  /** Whether an entry has not been told yet. Keeps in mind how far the log has been read. */
  private isNew(entry: LogEntry): boolean {
    const { connection, latest } = this;
    const isFirst = connection?.isProven === false;
    if (connection) connection.isProven = true;
    if (latest?.id !== undefined && entry.id === latest.id) return false;
    if (isFirst && latest) {
      this.beginAnotherLog();
      return false;
    }
    this.previous = latest?.id ?? fromTheBeginning;
    this.latest = entry;
    this.isEndSure = isLast(entry);
    return true;
  }

  /** The server has begun the run again, where it was saved. */
  private beginAnotherLog(): void {
    this.close();
    this.latest = undefined;
    this.previous = fromTheBeginning;
    this.logs += 1;
    if (this.logs <= mostLogs) return;
    throw this.lost("inconsistent");
  }

  /** How the log ended; undefined where that has still to be looked at. */
  private async end(): Promise<LogEnd | undefined> {
    const isProven = this.connection?.isProven === true;
    this.close();
    const run = await this.look();
    if (isUnderWay(run)) throw new RostrumError("server-unreachable", this.ids);
    if (this.isEndSure) return { run, isWhole: true };
    // A run that was cancelled before it began has told nothing.
    if (!isProven) return { run, isWhole: this.latest === undefined && run.status === "interrupted" };
    this.isEndSure = true;
    return undefined;
  }

  private async look(): Promise<Run> {
    const { threadId, runId } = this.ref;
    try {
      return await call(this.server, { thread: threadId }, (sdk) => sdk.runs.get(threadId, runId));
    } catch (error) {
      throw this.explain(error);
    }
  }

  private explain(error: unknown): unknown {
    if (!RostrumError.isInstance(error) || error.details.status !== 404) return error;
    return this.lost("unknown", { cause: error });
  }

  private lost(fault: ErrorParameters["run-lost"]["fault"], more: { readonly cause?: unknown } = {}): RostrumError {
    return new RostrumError("run-lost", { ...this.ids, run: this.ref.runId, fault, ...more });
  }

  private get ids() {
    return { server: this.server.url, thread: this.ref.threadId };
  }
}
