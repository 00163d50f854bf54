/** The threads of a database, with their runs and followers in this process. */
import type { Command } from "@langchain/langgraph";
import type { BaseCheckpointSaver, BaseStore } from "@langchain/langgraph-checkpoint";
import type { Named } from "../../../base/is-record.js";
import type { RostrumEvent } from "../../../core/state/events.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import type { Graph } from "../../../graph/modes/mode.js";
import { type Modes, modes } from "../../../graph/modes/registry.js";
import { listenerKey } from "../../../graph/steps/run/step-context.js";
import { ReportingCheckpointer } from "../../storage/reporting-checkpointer.js";
import { isInUse, withLock, withLockSoon } from "../../storage/thread-lock.js";
import { isHeld, type ThreadRecord, type Threads } from "../../storage/threads.js";
import { Feed } from "../port/feed.js";
import type { HistoryState } from "../port/history.js";
import type { FollowedEvent, FollowOptions, StatusEvent } from "../port/port.js";
import { failureOf, type GraphSnapshot, isLate, statusOf } from "../port/status.js";
import { isFullName } from "../port/thread-names.js";
import { type LocalOptions, modeOptions } from "./options.js";
import { RecordSaver, Run, type Stop } from "./run.js";
import { RunLimits } from "./run-limits.js";
import { readSaved, readSnapshot, type Snapshot, savedIn } from "./saved-state.js";

export class LocalThreads {
  readonly runs = new Map<string, Run>();
  /** The feeds of the threads that somebody follows. */
  private readonly feeds = new Map<string, Feed>();
  private readonly graphs = new Map<string, Graph>();
  /**
   * For each followed thread that this process is not running, the state and save time of the record that was last
   * read.
   */
  private readonly seen = new Map<string, string>();
  readonly limits: RunLimits;
  private readonly checkpointer: BaseCheckpointSaver;
  private readonly timer: NodeJS.Timeout;

  /** @param inbox - The store from which runs read their inboxes. */
  constructor(
    readonly storage: Threads,
    private readonly options: LocalOptions,
    private readonly inbox: BaseStore,
  ) {
    this.limits = new RunLimits(options.limits);
    this.checkpointer = new ReportingCheckpointer(storage.checkpointer, (thread, state: HistoryState) => {
      this.feeds.get(thread)?.save(state);
      this.runs.get(thread)?.notice(state);
    });
    // Ignores errors, because the next interval reads everything again.
    this.timer = setInterval(() => this.look().catch(() => {}), options.pollMs ?? 1000).unref();
  }

  /** Stops the thread's run in this process, if there is one, and waits for it to end. */
  async stop(thread: string, how: Stop = "now"): Promise<void> {
    await this.runs.get(thread)?.stop(how);
  }

  /** Ends a replaced run whose successor did not start, and sends the conversation's status to followers. */
  async endReplaced(thread: string): Promise<void> {
    this.runs.delete(thread);
    this.limits.leave(thread);
    const record = await this.find(thread);
    this.feeds.get(thread)?.setStatus(this.statusOf(record, await this.snapshotOf(record)));
    this.dropFeed(thread);
  }

  /** Throws `invalid-input` if the thread holds no conversation. */
  async find(thread: string): Promise<ThreadRecord> {
    const record = isFullName(thread) ? await this.storage.find(thread) : undefined;
    if (record) return record;
    throw invalidField("thread", "unknown-thread", { thread });
  }

  /** Deletes everything about a thread. */
  async remove(thread: string): Promise<void> {
    await withLock(this.storage, thread, () => this.storage.remove(thread));
    this.forget(thread);
  }

  /** Saves an earlier record of a thread, unless another process has removed the thread or is running it. */
  async restore(record: ThreadRecord): Promise<void> {
    const save = async () => {
      if (await this.storage.find(record.name)) await this.storage.save(record);
    };
    await withLock(this.storage, record.name, save).catch((error: unknown) => {
      if (!isInUse(error)) throw error;
    });
  }

  /**
   * Call after a write to a thread without its lock. If another process has removed the thread in the meantime, deletes
   * what was written, and throws `invalid-input`.
   */
  async checkWritten(thread: string): Promise<void> {
    if (await this.storage.find(thread)) return;
    const remove = async () => {
      if (!(await this.storage.find(thread))) await this.storage.remove(thread);
    };
    await withLockSoon(this.storage, thread, remove);
    await this.find(thread);
  }

  private forget(thread: string): void {
    this.feeds.get(thread)?.close();
    this.feeds.delete(thread);
    this.seen.delete(thread);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all([...this.runs.keys()].map((thread) => this.stop(thread)));
    for (const feed of this.feeds.values()) feed.close();
    await this.storage.close();
  }

  graphOf(mode: string): Graph {
    const { graphs = {} } = this.options;
    const known = [...new Set([...Object.keys(this.modes), ...Object.keys(graphs)])];
    if (!known.includes(mode)) throw invalidField("mode", "unknown-mode", { mode, known });
    const compiling = { checkpointer: this.checkpointer, store: this.inbox };
    const own = Object.hasOwn(graphs, mode) ? graphs[mode] : undefined;
    const graph =
      this.graphs.get(mode) ??
      ((own?.compile(compiling) ?? this.modes[mode]?.compile(modeOptions(this.options), compiling)) as Graph);
    this.graphs.set(mode, graph);
    return graph;
  }

  get modes(): Modes {
    return this.options.modes ?? modes;
  }

  snapshotOf({ name, mode }: ThreadRecord): Promise<Snapshot> {
    return readSnapshot(this.graphOf(mode), name);
  }

  statusOf({ name, state }: ThreadRecord, snapshot: GraphSnapshot): StatusEvent {
    return statusOf(snapshot, this.runs.get(name)?.status ?? (isHeld(state) ? state : undefined));
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
    const snapshot = this.runs.has(name) ? undefined : await this.snapshotOf(record);
    const saved = snapshot && (await savedIn(snapshot, this.checkpointer, name));
    // Another follower may have opened the feed, and another call may have started a run in the meantime.
    if (this.feeds.has(name)) return;
    const run = this.runs.get(name);
    if (run) this.feeds.set(name, run.course.openFeed({ type: "status", status: run.status, waiting: [] }));
    else if (saved) this.feeds.set(name, new Feed(saved, this.statusOf(record, snapshot)));
  }

  private dropFeed(thread: string): void {
    if (this.feeds.get(thread)?.isFollowed) return;
    this.feeds.delete(thread);
    this.seen.delete(thread);
  }

  /**
   * Locks the thread and starts a run of its graph. Throws `thread-in-use` if the thread is already locked.
   *
   * @param known - The thread's saved record; null for a new thread. Throws `invalid-input` if another process has
   * removed the thread since.
   */
  async begin(
    given: ThreadRecord,
    input: Named | Command | null,
    context: Named = {},
    known: ThreadRecord | null = given,
  ): Promise<Run> {
    const { name } = given;
    const graph = this.graphOf(given.mode);
    await this.storage.take(name);
    const admitted = this.limits.enter(name);
    try {
      const state = admitted ? "queued" : "running";
      const record: ThreadRecord = { ...given, state, updatedAt: new Date().toISOString() };
      if (known) await this.find(known.name);
      // Throws before anything is saved if a newer version of Rostrum saved the conversation.
      const saved = await readSaved(this.checkpointer, name);
      await this.storage.save(record);
      const run = new Run(saved, admitted);
      this.runs.set(name, run);
      this.feeds.get(name)?.setStatus({ type: "status", status: state, waiting: [] });
      run.done = this.finish(record, run, async (listener) =>
        graph.invoke(input, {
          configurable: { thread_id: name, [listenerKey]: listener },
          context: { ...record.context, ...context },
          signal: run.signal,
          control: run.control,
        }),
      );
      return run;
    } catch (error) {
      this.limits.leave(name);
      await this.storage.release(name);
      throw error;
    }
  }

  /** Runs the graph, then saves and publishes how the run ended. Does not reject if the run fails. */
  private async finish(
    record: ThreadRecord,
    run: Run,
    invoke: (listener: (event: RostrumEvent) => void) => Promise<unknown>,
  ): Promise<void> {
    const saver = new RecordSaver(this.storage, record);
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
      // A stopped run may reject because it was aborted, which is not a failure.
      (error: unknown) => (run.isStopped ? undefined : error),
    );
    const { status, error } = await this.saveEnd(record, saver, thrown);
    run.end(error);
    if (error !== undefined) this.options.onFailure?.(error, record.name);
    if (run.isReplaced) return;
    this.runs.delete(record.name);
    this.limits.leave(record.name);
    this.feeds.get(record.name)?.setStatus(status);
    this.dropFeed(record.name);
  }

  /**
   * Saves how a run ended, and unlocks its thread. Returns the final status and the error: the run's error if the run
   * failed, the error of saving if only saving failed, and otherwise undefined.
   */
  private async saveEnd(record: ThreadRecord, saver: RecordSaver, thrown: unknown) {
    try {
      const snapshot = await this.snapshotOf(record);
      const status = statusOf(snapshot, undefined, thrown);
      await saver.saveEnd(status.status === "failed" ? "stopped" : status.status, snapshot.values["turn"]);
      return { status, error: thrown };
    } catch (error) {
      const status: StatusEvent = { type: "status", status: "failed", waiting: [], error: failureOf(error) };
      return { status, error: thrown ?? error };
    } finally {
      await this.storage.release(record.name).catch(() => {});
    }
  }

  /**
   * Reads the followed conversations that this process is not running. If a conversation is waiting for a person whose
   * deadline has passed, continues it.
   */
  private async look(): Promise<void> {
    for (const [thread, feed] of this.feeds) {
      if (this.runs.has(thread)) continue;
      const record = await this.storage.find(thread);
      if (!record) {
        // Another process has removed the conversation.
        if (!this.runs.has(thread)) this.forget(thread);
        continue;
      }
      // Ignores the error that `begin` throws if another process has already continued the conversation.
      if (isLate(feed.status, this.options.clock?.() ?? new Date())) await this.begin(record, null).catch(() => {});
      // A killed process leaves its record unchanged, so a record in a held state must be checked each time.
      const version = `${record.state} ${record.updatedAt}`;
      if (!isHeld(record.state) && this.seen.get(thread) === version) continue;
      const snapshot = await this.snapshotOf(record);
      const saved = await savedIn(snapshot, this.checkpointer, thread);
      if (this.runs.has(thread)) continue;
      this.seen.set(thread, version);
      feed.see(saved, this.statusOf(record, snapshot));
    }
  }
}
