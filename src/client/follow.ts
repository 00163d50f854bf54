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
import { type Connection, type RunRef, runLost, send } from "./connection.js";
import { readConversation, type WaitingPerson } from "./conversation.js";
import { isActive } from "./runs.js";

interface LogEntry {
  readonly id?: string | undefined;
  readonly event: string;
  readonly data: unknown;
}

interface LogEnd {
  readonly run: Run;
  readonly isComplete: boolean;
}

type ReadResult = IteratorResult<LogEntry, undefined>;

interface Subscription {
  readonly entries: AsyncIterator<LogEntry, undefined>;
  readonly controller: AbortController;
  hasDelivered: boolean;
}

const beforeFirst = "-1";

/** A server that never resumes a log where it is asked to would otherwise restart it forever. */
const maxLogs = 3;

const isLastEntry = ({ event, data }: LogEntry) =>
  event === "error" || (event === "custom" && (data as { type?: unknown } | null)?.type === "stopped");

/** Resolves to undefined if the value takes longer than `ms` milliseconds. */
function within<Value>(value: Promise<Value>, ms: number): Promise<Value | undefined> {
  const timer = new AbortController();
  const timeout = sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined);
  return Promise.race([value, timeout]).finally(() => timer.abort());
}

class RunLog {
  private subscription: Subscription | undefined;
  private latest: LogEntry | undefined;
  /** The id of the entry before the latest one. */
  private previousId = beforeFirst;
  /** Whether the end was read twice: a server may end the log before its last entries are written. */
  private isEndConfirmed = false;
  private logs = 1;
  private readonly closed = new AbortController();
  private resolvePending = () => {};

  constructor(
    private readonly connection: Connection,
    private readonly ref: RunRef,
  ) {}

  /**
   * The next entry, or how the log ended; undefined once the log is closed. Throws `server-unreachable` when the connection
   * cannot be restored, and `run-lost` if the server no longer has the run.
   */
  async next(): Promise<LogEntry | LogEnd | undefined> {
    if (this.closed.signal.aborted) return undefined;
    return new Promise((resolve, reject) => {
      this.resolvePending = () => resolve(undefined);
      this.connection.patient.execute(() => this.read()).then(resolve, reject);
    });
  }

  /** Disconnects, and resolves a pending `next` at once. */
  close(): void {
    this.closed.abort();
    this.resolvePending();
    this.unsubscribe();
  }

  private async read(): Promise<LogEntry | LogEnd> {
    for (;;) {
      // Ends the retries as well.
      this.closed.signal.throwIfAborted();
      const { done, value: entry } = await this.readEntry();
      if (!done && this.accept(entry)) return entry;
      const end = done ? await this.readEnd() : undefined;
      if (end) return end;
    }
  }

  private async readEntry(): Promise<ReadResult> {
    try {
      return await this.send(async () => {
        this.subscription ??= this.subscribe();
        const { entries, hasDelivered } = this.subscription;
        const next = entries.next();
        return hasDelivered ? next : await this.awaitFirst(next);
      });
    } catch (error) {
      this.unsubscribe();
      this.closed.signal.throwIfAborted();
      throw error;
    }
  }

  private subscribe(): Subscription {
    if (this.latest && this.latest.id === undefined) throw this.lost("not-resumable");
    const controller = new AbortController();
    const options = { lastEventId: this.previousId, signal: controller.signal };
    const log = this.connection.sdk.runs.joinStream(this.ref.threadId, this.ref.runId, options);
    return { entries: log[Symbol.asyncIterator](), controller, hasDelivered: false };
  }

  private unsubscribe(): void {
    this.subscription?.controller.abort();
    this.subscription = undefined;
  }

  /**
   * A run writes its first entry when it begins, so a log that exists delivers at once. While it is silent, this asks for the
   * run's status, and trusts it the second time because a run may begin or end at that very moment.
   */
  private async awaitFirst(first: Promise<ReadResult>): Promise<ReadResult> {
    // A failure that comes after this has stopped waiting is of no interest.
    first.catch(() => {});
    for (let before: Run["status"] | undefined; ; ) {
      const entry = await within(first, this.connection.silenceMs);
      if (entry) return entry;
      const { status } = await this.readRun();
      if (status !== "pending" && status === before) {
        if (status !== "running") return { done: true, value: undefined };
        throw this.lost("silent");
      }
      before = status;
    }
  }

  /** Records how far the log was read. Returns whether the entry is new. */
  private accept(entry: LogEntry): boolean {
    const { subscription, latest } = this;
    const isFirst = subscription?.hasDelivered === false;
    if (subscription) subscription.hasDelivered = true;
    if (latest?.id !== undefined && entry.id === latest.id) return false;
    const isRestarted = isFirst && latest !== undefined;
    this.latest = isRestarted ? undefined : entry;
    this.previousId = isRestarted ? beforeFirst : (latest?.id ?? beforeFirst);
    this.isEndConfirmed = !isRestarted && isLastEntry(entry);
    if (!isRestarted) return true;
    // The server has restarted the run from its last checkpoint: reads the new log from its beginning.
    this.unsubscribe();
    this.logs += 1;
    if (this.logs > maxLogs) throw this.lost("inconsistent");
    return false;
  }

  /** How the log ended; undefined if it has to be read again to be sure. */
  private async readEnd(): Promise<LogEnd | undefined> {
    const hasDelivered = this.subscription?.hasDelivered === true;
    this.unsubscribe();
    const run = await this.readRun();
    if (isActive(run))
      throw new RostrumError("server-unreachable", { server: this.connection.url, thread: this.ref.threadId });
    if (this.isEndConfirmed) return { run, isComplete: true };
    // A run that was cancelled before it began has an empty log.
    if (!hasDelivered) return { run, isComplete: this.latest === undefined && run.status === "interrupted" };
    this.isEndConfirmed = true;
    return undefined;
  }

  private readRun(): Promise<Run> {
    return this.send((sdk) => sdk.runs.get(this.ref.threadId, this.ref.runId));
  }

  private send<Answer>(request: (sdk: Connection["sdk"]) => Promise<Answer>): Promise<Answer> {
    return send(this.connection, { thread: this.ref.threadId, run: this.ref }, request);
  }

  private lost(fault: Parameters<typeof runLost>[2]) {
    return runLost(this.connection, this.ref, fault);
  }
}

/** The conversation's own events, in order, and how the run ended if the conversation is not over. */
export type FollowedEvent =
  | RostrumEvent
  /** Last, one for each person: the run waits for their turn. Continue with `answer`. */
  | ({ readonly type: "your-turn" } & WaitingPerson)
  /** Last: the run was cancelled, for example by an interjection with `now`, which continues the conversation in another run. */
  | { readonly type: "cancelled" }
  /** Before the end: the run is over, and the server has lost some of its events. `transcript` returns all that was said. */
  | { readonly type: "gap" };

export interface FollowOptions {
  /** Stops following at once and leaves the run alone. Default: none; `follow` ends with the run. */
  readonly signal?: AbortSignal | undefined;
}

/** The error for what the server sends about a failed run. */
function runFailed(data: unknown, connection: Connection, ref: RunRef): RostrumError {
  if (data === "Run not found") return runLost(connection, ref, "unknown");
  const { message } = (data ?? {}) as { readonly message?: unknown };
  const reason = typeof message === "string" && message !== "" ? message : JSON.stringify(data);
  return new RostrumError("run-failed", { fault: "failed", reason, server: connection.url, thread: ref.threadId });
}

async function* endOf(run: Run, connection: Connection, ref: RunRef): AsyncGenerator<FollowedEvent> {
  const { failures, waiting, latestRunId } = await connection.patient.execute(() =>
    readConversation(connection, ref.threadId),
  );
  if (run.status === "error" || run.status === "timeout")
    throw runFailed({ message: failures.join("\n") || `the run ended with ${run.status}` }, connection, ref);
  // If the thread has continued since, another run waits for these people.
  const isLatest = latestRunId === undefined || latestRunId === ref.runId;
  if (isLatest && waiting.length > 0) for (const person of waiting) yield { type: "your-turn", ...person };
  else if (run.status === "interrupted") yield { type: "cancelled" };
}

export async function* follow(
  connection: Connection,
  ref: RunRef,
  { signal }: FollowOptions = {},
): AsyncGenerator<FollowedEvent, void> {
  const log = new RunLog(connection, ref);
  const close = () => log.close();
  signal?.addEventListener("abort", close, { once: true });
  if (signal?.aborted) close();
  try {
    for (;;) {
      const next = await log.next();
      if (next === undefined) return;
      if ("run" in next) {
        if (!next.isComplete) yield { type: "gap" };
        return yield* endOf(next.run, connection, ref);
      }
      if (next.event === "error") throw runFailed(next.data, connection, ref);
      if (next.event === "custom") yield next.data as RostrumEvent;
    }
  } finally {
    signal?.removeEventListener("abort", close);
    close();
  }
}
