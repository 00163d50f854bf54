import { Command, isGraphDrained } from "@langchain/langgraph";
import { InOrder } from "../../../base/in-order.js";
import type { Named } from "../../../base/is-record.js";
import { isPassing, type RostrumEvent } from "../../../core/state/events.js";
import { invalidField, RostrumError } from "../../../errors/rostrum-error.js";
import { type Conversation, keysChannel } from "../../../graph/state/conversation-state.js";
import { listenerKey } from "../../../graph/steps/run/step-context.js";
import { inTraceOf } from "../../../graph/tracing/conversation-trace.js";
import { ReportingCheckpointer } from "../../storage/reporting-checkpointer.js";
import { withLock } from "../../storage/thread-lock.js";
import { isHeld, isPending, type Stretch, type ThreadRecord, type Threads } from "../../storage/threads.js";
import { RunCounts } from "../measures/measures.js";
import type { HistoryState } from "../port/history.js";
import type { FollowedEvent, FollowOptions, StatusEvent } from "../port/port.js";
import { isFullName } from "../port/thread-names.js";
import { Feeds } from "./feeds.js";
import { KeyPlaces } from "./key-places.js";
import { LocalGraphs } from "./local-graphs.js";
import type { LocalOptions } from "./options.js";
import type { OtherProcesses } from "./other-processes.js";
import { type LockedAct, RecordSaver, Run, type RunPlan } from "./run.js";
import { RunLimits } from "./run-limits.js";
import { saveEnd } from "./save-end.js";
import { Statuses } from "./statuses.js";

export function checkExists(record: ThreadRecord | undefined, thread: string): ThreadRecord {
  if (record) return record;
  throw invalidField("thread", "unknown-thread", { thread });
}

export class LocalThreads {
  readonly runs = new Map<string, Run>();
  /** Operations that start or stop a thread's runs wait for each other, so that they cannot stop each other's runs. */
  readonly operations = new InOrder();
  readonly feeds: Feeds;
  readonly statuses = new Statuses((thread) => this.runs.get(thread)?.status);
  readonly limits: RunLimits;
  readonly counts = new RunCounts();
  isClosing = false;
  readonly keys: KeyPlaces;
  readonly graphs: LocalGraphs;
  private readonly checkpointer: ReportingCheckpointer;

  constructor(
    readonly storage: Threads,
    private readonly options: LocalOptions,
    private readonly setup: OtherProcesses = {},
  ) {
    this.limits = new RunLimits(options.limits);
    this.keys = new KeyPlaces(storage);
    this.checkpointer = new ReportingCheckpointer(storage.checkpointer, (thread, state: HistoryState, step) => {
      this.feeds.of(thread)?.save(state);
      this.runs.get(thread)?.notice(state, step);
      this.counts.save(thread, state as Partial<Conversation>);
      setup.report?.(thread, { kind: "saved", step });
    });
    this.graphs = new LocalGraphs(options, this.checkpointer, setup.inbox ?? storage.inbox);
    this.feeds = new Feeds(this, options, setup);
  }

  get hasWorkers(): boolean {
    return this.setup.enqueue !== undefined;
  }

  async find(thread: string): Promise<ThreadRecord> {
    return checkExists(isFullName(thread) ? await this.storage.find(thread) : undefined, thread);
  }

  /**
   * Locks the thread while `act` runs and, if `act` starts a run, until that run ends. Throws `thread-in-use` if the
   * thread is already locked.
   */
  async locked<Result>(thread: string, act: LockedAct<Result>): Promise<Result> {
    await this.storage.take(thread);
    let hasBegun = false;
    try {
      const found = await this.storage.find(thread);
      // Because this call holds the lock, the storage reports a dead process's run as alive.
      const isDead = found && isHeld(found.state) && !isPending(found);
      const known = isDead ? ({ ...found, state: "cut-off" } as const) : found;
      return await act(known, async (record, plan = {}) => {
        const run = await this.begin(known, record, plan);
        hasBegun = run !== undefined;
        return run;
      });
    } finally {
      if (!hasBegun) await this.storage.release(thread);
    }
  }

  /**
   * Like `locked`, but first interrupts the thread's run in this process, if there is one. Followers see no status
   * between that run and a run that `act` starts.
   */
  async interrupting<Result>(
    thread: string,
    act: (isInterrupted: boolean, ...locked: Parameters<LockedAct<Result>>) => Promise<Result>,
  ): Promise<Result> {
    const run = this.runs.get(thread);
    if (!(run && (await run.halt()))) return this.locked(thread, (...given) => act(false, ...given));
    try {
      const known = await this.storage.find(thread);
      return await act(true, known, (record, plan = {}) => this.begin(known, record, plan));
    } finally {
      const next = this.runs.get(thread);
      run.replace(next === run ? undefined : next);
      if (next === run) await run.done;
    }
  }

  /** This process must hold the conversation's lock. */
  async fail(record: ThreadRecord, error: RostrumError): Promise<void> {
    const { stretch } = record;
    const status = this.statuses.failed(error);
    // Keeps the answers, because no worker has passed them on.
    const ended = stretch && { stretch: { id: stretch.id, answers: stretch.answers } };
    await this.storage.save({
      ...{ ...record, ...ended, state: "failed", error: status.error },
      updatedAt: new Date().toISOString(),
    });
    this.setStatus(record.name, status, stretch && { stretch });
  }

  async remove(thread: string): Promise<void> {
    await withLock(this.storage, thread, async () => {
      // A thread whose record cannot be read can still be removed.
      const record = await this.storage.find(thread).catch(() => undefined);
      if (record) await this.keys.forget(record);
      await this.storage.remove(thread);
    });
    this.feeds.end(thread);
    this.statuses.forget(thread);
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await Promise.all([...this.runs.values()].map((run) => this.end(run)));
    this.feeds.close();
    await this.storage.close();
  }

  /** Call this if a run that should continue a conversation could not start. */
  reportFailure(thread: string, error: unknown): void {
    const status = this.statuses.noteUnsaved(thread, error);
    this.setStatus(thread, status);
    this.options.onFailure?.(error, thread);
  }

  async *follow(thread: string, options: FollowOptions): AsyncGenerator<FollowedEvent, void> {
    yield* this.feeds.follow(await this.find(thread), options);
  }

  /** @param run - The run with this status; `step` is its latest saved step. */
  setStatus(
    thread: string,
    status: StatusEvent,
    run: { readonly step?: number; readonly stretch?: Stretch } = {},
  ): void {
    // With a queue, the followers in this process get all news through the database, and therefore in order.
    if (!this.hasWorkers) this.feeds.of(thread)?.setStatus(status);
    this.setup.report?.(thread, { kind: "status", status, step: run.step, stretch: run.stretch?.id });
  }

  private begin(known: ThreadRecord | undefined, given: ThreadRecord, plan: RunPlan): Promise<Run | undefined> {
    return inTraceOf(given, (traced) => this.beginTraced(known, traced, plan));
  }

  private async beginTraced(known: ThreadRecord | undefined, given: ThreadRecord, plan: RunPlan) {
    const { error: _error, stretch: _stretch, ...rest } = given;
    const { name } = given;
    const graph = this.graphs.of(given.mode);
    // Throws before anything is saved if a newer version of Rostrum saved the conversation.
    const { state: saved, step } = await this.graphs.savedOf(name);
    const { input, answers, idempotencyKey, stretch } = plan;
    if (this.setup.enqueue && !stretch) {
      await this.setup.enqueue(rest, plan, step);
      // Leaves out the status, which a worker may already be changing, so that followers read it from the database.
      this.setup.report?.(name, { kind: "status", status: null });
      return undefined;
    }
    const keys = (saved as Named)[keysChannel];
    const isKnown = Array.isArray(keys) && keys.includes(idempotencyKey);
    const admission = this.limits.enter(name);
    const state = admission ? "queued" : "running";
    const record: ThreadRecord = { ...rest, ...(stretch && { stretch }), state, updatedAt: new Date().toISOString() };
    try {
      await this.storage.save(record);
    } catch (error) {
      this.limits.leave(name);
      await (known ? this.storage.save(known) : this.storage.remove(name)).catch(() => {});
      throw error;
    }
    const isOpen = input === undefined || isKnown;
    const run = new Run(saved, step, isOpen, new RecordSaver(this.storage, record), admission);
    this.runs.set(name, run);
    this.counts.begin(name, saved as Partial<Conversation>);
    this.statuses.forget(name);
    this.setStatus(name, { type: "status", status: state, waiting: [] }, { step, ...(stretch && { stretch }) });
    const resumed = answers && Object.fromEntries(answers.map(({ id, answer }) => [id, answer]));
    run.done = this.finish(record, run, async (listener) =>
      graph.invoke(resumed ? new Command({ resume: resumed }) : (input ?? null), {
        configurable: { thread_id: name, [listenerKey]: listener },
        context: { ...record.context, ...(idempotencyKey !== undefined && { idempotencyKey }) },
        signal: run.signal,
        control: run.control,
      }),
    );
    if (this.isClosing) void this.end(run);
    return run;
  }

  private async end(run: Run): Promise<void> {
    if (!run.saver.stretch) return run.stop();
    run.handOn("at once");
    await run.done;
  }

  /** Does not reject if the run fails. */
  private async finish(
    record: ThreadRecord,
    run: Run,
    invoke: (listener: (event: RostrumEvent) => void) => Promise<unknown>,
  ): Promise<void> {
    const { saver } = run;
    const listener = (event: RostrumEvent) => {
      this.feeds.of(record.name)?.pass(event);
      run.pass(event);
      if (isPassing(event)) this.setup.report?.(record.name, { kind: "passed", step: run.step, events: [event] });
      if (!run.isEndOfTurn(event)) return;
      run.endTurn();
      saver.saveTurn(event.turn);
    };
    const invokeAdmitted = async () => {
      if (run.status === "queued" && (await run.admitted())) {
        saver.saveAdmission();
        this.setStatus(record.name, { type: "status", status: "running", waiting: [] });
      }
      run.signal.throwIfAborted();
      await invoke(listener);
    };
    const { isCut, thrown } = await invokeAdmitted().then(
      () => ({ isCut: false, thrown: undefined }),
      (error: unknown) => {
        // A stopped run may reject because it was aborted or drained. This is not a failure.
        const isCut = run.signal.aborted || isGraphDrained(error);
        return { isCut, thrown: isCut ? undefined : error };
      },
    );
    await saver.settle();
    await this.checkpointer.settle(record.name);
    const next = await run.replaced();
    if (next) return next.done;
    const isUnsaved = RostrumError.isInstance(thrown) && thrown.code === "storage-failed";
    // Another worker continues the conversation, so its status stays the same.
    if (isPending(record) && ((isCut && run.isHandedOn) || isUnsaved)) return this.handOn(record.name, run, thrown);
    const { status, error, isSaved } = await saveEnd(this, record, saver, thrown, (state) =>
      this.feeds.of(record.name)?.save(state),
    );
    if (isPending(record) && !isSaved) return this.handOn(record.name, run, error);
    run.end(error);
    if (error !== undefined) this.options.onFailure?.(error, record.name);
    this.leave(record.name, status.status);
    const { stretch } = record;
    this.setStatus(record.name, status, { step: run.step, ...(stretch && { stretch }) });
    this.feeds.drop(record.name);
  }

  private leave(thread: string, status?: string): void {
    this.runs.delete(thread);
    this.limits.leave(thread);
    this.counts.end(thread, status);
  }

  /** `error`: why this run could not continue, if it could not. */
  private async handOn(thread: string, run: Run, error: unknown): Promise<void> {
    await run.saver.saveHandOn().catch(() => {});
    // This process gives up the lock, so it must not change the thread's record any more.
    this.leave(thread);
    await this.storage.release(thread).catch(() => {});
    run.end(error);
    if (error !== undefined) this.options.onFailure?.(error, thread);
  }

  async continueLate(thread: string): Promise<void> {
    const proceed: LockedAct<void> = async (record, begin) => {
      if (record && this.feeds.isLate(this.statuses.of(record, await this.graphs.snapshotOf(record))))
        await begin(record);
    };
    await this.operations.perform(thread, () => this.locked(thread, proceed));
  }
}
