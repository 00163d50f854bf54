/** The threads of a database, with their runs and followers in this process. */
import { isCommand, isGraphDrained } from "@langchain/langgraph";
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import type { Named } from "../../../base/is-record.js";
import type { RostrumEvent } from "../../../core/state/events.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import { keysChannel } from "../../../graph/state/conversation-state.js";
import { listenerKey } from "../../../graph/steps/run/step-context.js";
import { ReportingCheckpointer } from "../../storage/reporting-checkpointer.js";
import { withLock } from "../../storage/thread-lock.js";
import { isHeld, type ThreadRecord, type Threads } from "../../storage/threads.js";
import { Feed } from "../port/feed.js";
import type { HistoryState } from "../port/history.js";
import { InOrder } from "../port/in-order.js";
import type { FollowedEvent, FollowOptions, StatusEvent } from "../port/port.js";
import { isLate } from "../port/status.js";
import { isFullName } from "../port/thread-names.js";
import { KeyPlaces } from "./key-places.js";
import { LocalGraphs } from "./local-graphs.js";
import type { LocalOptions } from "./options.js";
import { type Begin, type LockedAct, RecordSaver, Run } from "./run.js";
import { RunLimits } from "./run-limits.js";
import { saveEnd } from "./save-end.js";
import { Statuses } from "./statuses.js";

/** Returns the record. Throws `invalid-input` if there is none. */
export function checkExists(record: ThreadRecord | undefined, thread: string): ThreadRecord {
  if (record) return record;
  throw invalidField("thread", "unknown-thread", { thread });
}

export class LocalThreads {
  readonly runs = new Map<string, Run>();
  /** Orders the operations that start or stop runs. Otherwise, two of them could stop each other's runs. */
  readonly operations = new InOrder();
  /** The feeds of the followed threads. */
  private readonly feeds = new Map<string, Feed>();
  /**
   * For each followed thread that this process is not running, the state and save time of the record that was last
   * read.
   */
  private readonly seen = new Map<string, string>();
  readonly statuses = new Statuses((thread) => this.runs.get(thread)?.status);
  readonly limits: RunLimits;
  private isClosing = false;
  private isLooking = false;
  readonly keys: KeyPlaces;
  readonly graphs: LocalGraphs;
  private readonly timer: NodeJS.Timeout;

  /** @param inbox - The store from which runs read their inboxes. */
  constructor(
    readonly storage: Threads,
    private readonly options: LocalOptions,
    inbox: BaseStore,
  ) {
    this.limits = new RunLimits(options.limits);
    this.keys = new KeyPlaces(storage);
    const checkpointer = new ReportingCheckpointer(storage.checkpointer, (thread, state: HistoryState) => {
      this.feeds.get(thread)?.save(state);
      this.runs.get(thread)?.notice(state);
    });
    this.graphs = new LocalGraphs(options, checkpointer, inbox);
    this.timer = setInterval(() => void this.look(), options.pollMs ?? 1000).unref();
  }

  /** Returns the thread's record. Throws `invalid-input` if the thread holds no conversation. */
  async find(thread: string): Promise<ThreadRecord> {
    return checkExists(isFullName(thread) ? await this.storage.find(thread) : undefined, thread);
  }

  /**
   * Locks a thread, calls `act`, and unlocks the thread, unless `act` has begun a run. Throws `thread-in-use` if the
   * thread is already locked.
   */
  async locked<Result>(thread: string, act: LockedAct<Result>): Promise<Result> {
    await this.storage.take(thread);
    let hasBegun = false;
    try {
      const found = await this.storage.find(thread);
      // Because of this lock, the storage reports the run of a dead process as alive.
      const known = found && isHeld(found.state) ? ({ ...found, state: "cut-off" } as const) : found;
      return await act(known, async (...given) => {
        const run = await this.begin(known, ...given);
        hasBegun = true;
        return run;
      });
    } finally {
      if (!hasBegun) await this.storage.release(thread);
    }
  }

  /**
   * Like `locked`, but first interrupts the thread's run in this process, if there is one. If `act` begins another run,
   * followers see no other status in between. `isInterrupted`: whether there was a run.
   */
  async interrupting<Result>(
    thread: string,
    act: (isInterrupted: boolean, ...locked: Parameters<LockedAct<Result>>) => Promise<Result>,
  ): Promise<Result> {
    const run = this.runs.get(thread);
    if (!(run && (await run.halt()))) return this.locked(thread, (...given) => act(false, ...given));
    try {
      const known = await this.storage.find(thread);
      return await act(true, known, (...given) => this.begin(known, ...given));
    } finally {
      const next = this.runs.get(thread);
      run.replace(next === run ? undefined : next);
      if (next === run) await run.done;
    }
  }

  /** Deletes everything about a thread. */
  async remove(thread: string): Promise<void> {
    await withLock(this.storage, thread, async () => {
      // A record that cannot be read can still be removed.
      const record = await this.storage.find(thread).catch(() => undefined);
      if (record) await this.keys.forget(record);
      await this.storage.remove(thread);
    });
    this.forget(thread);
  }

  private forget(thread: string): void {
    this.feeds.get(thread)?.close();
    this.feeds.delete(thread);
    this.seen.delete(thread);
    this.statuses.forget(thread);
  }

  async close(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.timer);
    await Promise.all([...this.runs.values()].map((run) => run.stop()));
    for (const feed of this.feeds.values()) feed.close();
    await this.storage.close();
  }

  /** Call this when a run could not begin although its conversation should continue. */
  reportFailure(thread: string, error: unknown): void {
    const status = this.statuses.noteUnsaved(thread, error);
    this.feeds.get(thread)?.setStatus(status);
    this.options.onFailure?.(error, thread);
  }

  async *follow(thread: string, options: FollowOptions): AsyncGenerator<FollowedEvent, void> {
    const record = await this.find(thread);
    // Another follower may drop the feed before this one begins to read it.
    while (!this.feeds.has(thread)) await this.openFeed(record);
    try {
      yield* (this.feeds.get(thread) as Feed).follow(options);
    } finally {
      this.dropFeed(thread);
    }
  }

  private async openFeed(record: ThreadRecord): Promise<void> {
    const { name } = record;
    const snapshot = this.runs.has(name) ? undefined : await this.graphs.snapshotOf(record);
    const saved = snapshot && (await this.graphs.savedOf(name, snapshot));
    // Another follower may have opened the feed, and another call may have started a run in the meantime.
    if (this.feeds.has(name)) return;
    const run = this.runs.get(name);
    if (run) this.feeds.set(name, run.course.openFeed({ type: "status", status: run.status, waiting: [] }));
    else if (saved) this.feeds.set(name, new Feed(saved, this.statuses.of(record, snapshot)));
  }

  private dropFeed(thread: string): void {
    if (this.feeds.get(thread)?.isFollowed) return;
    this.feeds.delete(thread);
    this.seen.delete(thread);
  }

  /** Starts a run of a thread that this process has locked. `known`: the thread's saved record. */
  private async begin(known: ThreadRecord | undefined, ...[given, input, context]: Parameters<Begin>): Promise<Run> {
    const { error: _error, ...rest } = given;
    const { name } = given;
    const graph = this.graphs.of(given.mode);
    // Throws before anything is saved if a newer version of Rostrum saved the conversation.
    const saved: HistoryState & Named = await this.graphs.savedOf(name);
    const keys = saved[keysChannel];
    const isKnown = Array.isArray(keys) && keys.includes(context?.["idempotencyKey"]);
    const admission = this.limits.enter(name);
    const state = admission ? "queued" : "running";
    const record: ThreadRecord = { ...rest, state, updatedAt: new Date().toISOString() };
    try {
      await this.storage.save(record);
    } catch (error) {
      this.limits.leave(name);
      await (known ? this.storage.save(known) : this.storage.remove(name)).catch(() => {});
      throw error;
    }
    const isOpen = input === null || isCommand(input) || isKnown;
    const run = new Run(saved, isOpen, new RecordSaver(this.storage, record), admission);
    this.runs.set(name, run);
    this.statuses.forget(name);
    this.feeds.get(name)?.setStatus({ type: "status", status: state, waiting: [] });
    run.done = this.finish(record, run, async (listener) =>
      graph.invoke(input, {
        configurable: { thread_id: name, [listenerKey]: listener },
        context: { ...record.context, ...context },
        signal: run.signal,
        control: run.control,
      }),
    );
    if (this.isClosing) void run.stop();
    return run;
  }

  /** Runs the graph, then saves and publishes how the run ended. Does not reject if the run fails. */
  private async finish(
    record: ThreadRecord,
    run: Run,
    invoke: (listener: (event: RostrumEvent) => void) => Promise<unknown>,
  ): Promise<void> {
    const { saver } = run;
    const listener = (event: RostrumEvent) => {
      this.feeds.get(record.name)?.pass(event);
      run.course.pass(event);
      if (event.type !== "speech-end") return;
      run.endTurn();
      saver.saveTurn(event.turn);
    };
    const invokeAdmitted = async () => {
      if (run.status === "queued" && (await run.admitted())) {
        saver.saveAdmission();
        this.feeds.get(record.name)?.setStatus({ type: "status", status: "running", waiting: [] });
      }
      run.signal.throwIfAborted();
      await invoke(listener);
    };
    const thrown = await invokeAdmitted().then(
      () => undefined,
      // A stopped run may reject because it was aborted or drained, which is not a failure.
      (error: unknown) => (run.signal.aborted || isGraphDrained(error) ? undefined : error),
    );
    await saver.settle();
    const next = await run.replaced();
    if (next) return next.done;
    const { status, error } = await saveEnd(this, record, saver, thrown, (state) =>
      this.feeds.get(record.name)?.save(state),
    );
    run.end(error);
    if (error !== undefined) this.options.onFailure?.(error, record.name);
    this.runs.delete(record.name);
    this.limits.leave(record.name);
    this.feeds.get(record.name)?.setStatus(status);
    this.dropFeed(record.name);
  }

  /** Reads the followed conversations. Does nothing while an earlier call is still reading them. */
  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    // Ignores errors, because the next call reads everything again, and one error must not hold up the other
    // conversations.
    for (const [thread, feed] of this.feeds) await this.lookAt(thread, feed).catch(() => {});
    this.isLooking = false;
  }

  /**
   * Reads a followed conversation, unless this process is running it. If it is waiting for a person whose deadline has
   * passed, continues it.
   */
  private async lookAt(thread: string, feed: Feed): Promise<void> {
    if (this.runs.has(thread)) return;
    const record = await this.storage.find(thread);
    if (!record) {
      // Another process has removed the conversation.
      if (!this.runs.has(thread)) this.forget(thread);
      return;
    }
    // Ignores errors, for example if another process is already continuing the conversation.
    if (this.isLate(feed.status)) await this.continueLate(thread).catch(() => {});
    // A killed process leaves its record unchanged, so a record in a held state must be checked each time.
    const version = `${record.state} ${record.updatedAt}`;
    if (!isHeld(record.state) && this.seen.get(thread) === version) return;
    const snapshot = await this.graphs.snapshotOf(record);
    const saved = await this.graphs.savedOf(thread, snapshot);
    if (this.runs.has(thread)) return;
    this.seen.set(thread, version);
    feed.see(saved, this.statuses.of(record, snapshot));
  }

  private isLate(status: StatusEvent): boolean {
    return isLate(status, this.options.clock?.() ?? new Date());
  }

  /** Continues a conversation that is waiting for a person whose deadline has passed. */
  private async continueLate(thread: string): Promise<void> {
    const proceed: LockedAct<void> = async (record, begin) => {
      if (record && this.isLate(this.statuses.of(record, await this.graphs.snapshotOf(record))))
        await begin(record, null);
    };
    await this.operations.perform(thread, () => this.locked(thread, proceed));
  }
}
