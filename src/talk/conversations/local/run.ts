/** A run of a conversation in this process, and the record that is saved as the run progresses. */
import { RunControl } from "@langchain/langgraph";
import type { Named } from "../../../base/is-record.js";
import type { Stretch, StretchAnswer, ThreadRecord, Threads } from "../../storage/threads.js";
import type { HistoryState } from "../port/history.js";
import type { StatusEvent } from "../port/port.js";
import { RunCourse } from "./run-course.js";

export class Run {
  /** Whether the run stops after its current turn. */
  private endsWithTurn = false;
  private isReplaced = false;
  private next: Run | undefined;
  private isStopped = false;
  private isGivenAway: "after its step" | "at once" | undefined;
  private isQueued: boolean;
  private readonly abort = new AbortController();
  private readonly opening = Promise.withResolvers<void>();
  private readonly halted = Promise.withResolvers<void>();
  private readonly replacement = Promise.withResolvers<Run | undefined>();
  readonly control = new RunControl();
  readonly course: RunCourse;
  private readonly scenesBefore: number;
  /** Resolves when this run and all runs that replace it have ended, and their end is saved. */
  done: Promise<void> = Promise.resolve();

  /**
   * @param before - The state saved by earlier runs.
   * @param step - The number of the step that was saved last.
   * @param isOpen - Whether earlier runs have saved this run's scene.
   * @param saver - Saves the thread's record while the run progresses.
   * @param admission - Resolves when a queued run can start; undefined if it can start immediately.
   */
  constructor(
    before: HistoryState,
    public step: number,
    public isOpen: boolean,
    readonly saver: RecordSaver,
    private readonly admission?: Promise<void>,
  ) {
    this.course = new RunCourse(before);
    this.scenesBefore = before.scenes?.length ?? 0;
    this.isQueued = admission !== undefined;
    this.endsWithTurn = saver.stretch?.endsWithTurn ?? false;
    // Some callers do not wait for the opening, so its rejection must not be reported as unhandled.
    this.opening.promise.catch(() => {});
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Resolves when the run has saved its scene, or ends without an error. Rejects if the run fails first. */
  get opened(): Promise<void> {
    return this.opening.promise;
  }

  /** Whether another worker continues the conversation after this run. If the run is stopped, nobody continues it. */
  get isHandedOn(): boolean {
    return this.isGivenAway !== undefined && !this.isStopped;
  }

  get status(): "queued" | "running" {
    return this.isQueued ? "queued" : "running";
  }

  /** Waits until the run can start. Returns false if it is stopped before then. */
  async admitted(): Promise<boolean> {
    const stopped = new Promise<void>((resolve) => {
      if (this.signal.aborted) return resolve();
      this.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await Promise.race([this.admission, stopped]);
    this.isQueued = this.signal.aborted;
    return !this.isQueued;
  }

  /** Stops the run immediately, and waits until it has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.abort.abort();
    await this.done;
  }

  /**
   * Stops the run, or the run that replaces it, after the current turn, and waits until it has ended. A queued run has
   * no turn to finish.
   */
  async stopAfterTurn(): Promise<void> {
    this.endsWithTurn = true;
    if (this.isQueued) this.abort.abort();
    await this.done;
  }

  /**
   * Ends the run, or the run that replaces it, after the current step or immediately, so that another worker can
   * continue the conversation.
   */
  handOn(moment: "after its step" | "at once"): void {
    this.isGivenAway = moment;
    this.next?.handOn(moment);
    if (moment === "at once") this.abort.abort();
    else this.control.requestDrain();
  }

  /**
   * Stops the run immediately so that another run can replace it. Until `replace` is called, the conversation keeps its
   * status, and its thread stays locked.
   *
   * @returns Whether the run is waiting for `replace`. Otherwise, it has ended by itself.
   */
  async halt(): Promise<boolean> {
    this.isReplaced = true;
    this.abort.abort();
    return Promise.race([this.halted.promise.then(() => true), this.done.then(() => false)]);
  }

  /** Call this once after `halt`. `next`: the run that replaces this one; undefined if it could not be started. */
  replace(next: Run | undefined): void {
    this.next = next;
    if (next && this.endsWithTurn) void next.stopAfterTurn();
    if (next && this.isGivenAway) next.handOn(this.isGivenAway);
    if (next) this.end(undefined);
    this.replacement.resolve(next);
  }

  /**
   * Call this when the graph has stopped. Returns the run that replaces this one; undefined if there is no such run.
   */
  async replaced(): Promise<Run | undefined> {
    if (!this.isReplaced) return undefined;
    this.halted.resolve();
    return this.replacement.promise;
  }

  /** Call this when a turn has ended. */
  endTurn(): void {
    if (!this.endsWithTurn) return;
    this.isStopped = true;
    this.control.requestDrain();
  }

  /** Call this when a state of the conversation has been saved, with the number of its step. */
  notice(state: HistoryState, step: number): void {
    this.step = step;
    this.course.save(state);
    if ((state.scenes?.length ?? 0) <= this.scenesBefore) return;
    this.isOpen = true;
    this.opening.resolve();
  }

  /** Call this when the run is over. `error`: why the run failed; undefined if it succeeded. */
  end(error: unknown): void {
    if (error === undefined) this.opening.resolve();
    else this.opening.reject(error);
  }
}

/**
 * What a run does first: opens a conversation or a round with `input`, or passes on people's `answers`. Without either,
 * it continues from the saved state.
 */
export interface RunPlan {
  readonly input?: Named | undefined;
  readonly answers?: readonly StretchAnswer[] | undefined;
  /** The idempotency key of the call to `start`. */
  readonly idempotencyKey?: string | undefined;
  /** The stretch that the run performs. Default: the run does not come from a queue. */
  readonly stretch?: Stretch | undefined;
}

/**
 * Starts a run of a locked thread's graph, with the settings in `record`. The thread stays locked until the run ends.
 * With a queue, sends the run to the workers instead, and returns undefined.
 */
export type Begin = (record: ThreadRecord, plan?: RunPlan) => Promise<Run | undefined>;

/**
 * An operation on a locked thread. `record`: the thread's current record; undefined if the thread holds no
 * conversation.
 */
export type LockedAct<Result> = (record: ThreadRecord | undefined, begin: Begin) => Promise<Result>;

/** Saves a running thread's record, one save at a time. */
export class RecordSaver {
  private saving: Promise<void> = Promise.resolve();
  /** Whether the last save has started. After it, the thread is unlocked, so its record must not be saved again. */
  private isOver = false;

  constructor(
    private readonly storage: Threads,
    private record: ThreadRecord,
  ) {}

  get stretch(): Stretch | undefined {
    return this.record.stretch;
  }

  /**
   * Records that the conversation stops after its turn, even if another worker continues it. If the run is over, saves
   * nothing and returns false.
   */
  async saveLastTurn(): Promise<boolean> {
    const { stretch } = this.record;
    if (!stretch || this.isOver) return false;
    this.record = { ...this.record, stretch: { ...stretch, endsWithTurn: true } };
    await this.save();
    return true;
  }

  /** Records that a worker hands over its run, so that the handover does not count as the worker's death. */
  async saveHandOn(): Promise<void> {
    this.isOver = true;
    const { stretch } = this.record;
    if (!stretch) return;
    const { deaths = 0, ...rest } = stretch;
    this.record = { ...this.record, stretch: { ...rest, ...(deaths > 0 && { deaths: deaths - 1 }) } };
    await this.save();
  }

  /**
   * Saves the number of turns without waiting for the save. If the save fails, the run continues, and the next save
   * includes this turn.
   */
  saveTurn(turn: number): void {
    if (turn <= this.record.turn) return;
    this.record = { ...this.record, turn };
    this.save().catch(() => {});
  }

  /** Saves a new title. If the run is over, saves nothing and returns false. */
  async saveTitle(title: string | null): Promise<boolean> {
    if (this.isOver) return false;
    this.record = { ...this.record, title };
    await this.save();
    return true;
  }

  /** Records that a queued run has started. Does not wait for the save. */
  saveAdmission(): void {
    this.record = { ...this.record, state: "running" };
    this.save().catch(() => {});
  }

  /** Waits for all earlier saves. */
  async settle(): Promise<void> {
    await this.saving.catch(() => {});
  }

  /**
   * Saves how the run ended, after all earlier saves. Rejects if this save fails twice.
   *
   * @param turn - The number of turns so far. Default: the latest number passed to `saveTurn`.
   */
  async saveEnd({ status: state, error }: Omit<StatusEvent, "type" | "waiting">, turn?: unknown): Promise<void> {
    this.isOver = true;
    const { stretch, ...record } = this.record;
    // Only the id is needed later, to send a failed stretch again.
    const ended = stretch && { stretch: { id: stretch.id } };
    this.record = { ...record, ...ended, state, error, turn: Number(turn ?? record.turn) };
    await this.save().catch(() => this.save());
  }

  private save(): Promise<void> {
    const record = { ...this.record, updatedAt: new Date().toISOString() };
    this.saving = this.saving.catch(() => {}).then(() => this.storage.save(record));
    return this.saving;
  }
}
