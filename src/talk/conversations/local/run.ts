import { RunControl } from "@langchain/langgraph";
import type { Named } from "../../../base/is-record.js";
import type { EventOf, RostrumEvent } from "../../../core/state/events.js";
import type { Decision } from "../../../records/decision.js";
import type { Stretch, StretchAnswer, ThreadRecord, Threads } from "../../storage/threads.js";
import type { HistoryState } from "../port/history.js";
import type { StatusEvent } from "../port/port.js";
import { RunCourse } from "./run-course.js";

export class Run {
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
  private chosen: Decision | undefined;
  /** Resolves when this run and all runs that replace it have ended. */
  done: Promise<void> = Promise.resolve();

  /**
   * @param isOpen - Whether earlier runs have saved this run's scene.
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
    this.chosen = before.decisions?.findLast(({ turn }) => turn === (before.turn ?? 0) + 1);
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

  /** Whether another worker continues the conversation after this run. */
  get isHandedOn(): boolean {
    return this.isGivenAway !== undefined && !this.isStopped;
  }

  get status(): "queued" | "running" {
    return this.isQueued ? "queued" : "running";
  }

  /** Returns false if the run is stopped before it can start. */
  async admitted(): Promise<boolean> {
    const stopped = new Promise<void>((resolve) => {
      if (this.signal.aborted) return resolve();
      this.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await Promise.race([this.admission, stopped]);
    this.isQueued = this.signal.aborted;
    return !this.isQueued;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.abort.abort();
    await this.done;
  }

  /** Stops a queued run at once, and any other run after its turn. A run that later replaces this one does the same. */
  async stopAfterTurn(): Promise<void> {
    this.endsWithTurn = true;
    if (this.isQueued) this.abort.abort();
    await this.done;
  }

  /** Ends the run so that another worker can continue the conversation. */
  handOn(moment: "after its step" | "at once"): void {
    this.isGivenAway = moment;
    this.next?.handOn(moment);
    if (moment === "at once") this.abort.abort();
    else this.control.requestDrain();
  }

  /**
   * Stops the run immediately so that another run can replace it. Until `replace` is called, the thread stays locked.
   * Returns false if the run has ended by itself.
   */
  async halt(): Promise<boolean> {
    this.isReplaced = true;
    this.abort.abort();
    return Promise.race([this.halted.promise.then(() => true), this.done.then(() => false)]);
  }

  /** Call this once after `halt`. `next`: undefined if no run replaces this one. */
  replace(next: Run | undefined): void {
    this.next = next;
    if (next && this.endsWithTurn) void next.stopAfterTurn();
    if (next && this.isGivenAway) next.handOn(this.isGivenAway);
    if (next) this.end(undefined);
    this.replacement.resolve(next);
  }

  /** Resolves to the run that replaces this one, or to undefined if none does. Call this when the graph has stopped. */
  async replaced(): Promise<Run | undefined> {
    if (!this.isReplaced) return undefined;
    this.halted.resolve();
    return this.replacement.promise;
  }

  pass(event: RostrumEvent): void {
    this.course.pass(event);
    if (event.type === "decision") this.chosen = event.decision;
  }

  /** In director mode, the director speaks first in each guest's turn. A failed task ends its turn without a speech. */
  isEndOfTurn(event: RostrumEvent): event is EventOf<"speech-end"> | EventOf<"task"> {
    if (event.type !== "speech-end") return event.type === "task";
    return this.chosen?.turn !== event.turn || this.chosen.speaker === event.speaker;
  }

  endTurn(): void {
    if (!this.endsWithTurn) return;
    this.isStopped = true;
    this.control.requestDrain();
  }

  notice(state: HistoryState, step: number): void {
    this.step = step;
    this.course.save(state);
    if ((state.scenes?.length ?? 0) <= this.scenesBefore) return;
    this.isOpen = true;
    this.opening.resolve();
  }

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
  readonly idempotencyKey?: string | undefined;
  /** Undefined if the run does not come from a queue. */
  readonly stretch?: Stretch | undefined;
}

/**
 * Starts a run, and keeps the thread locked until the run ends. If workers run the conversations, sends the run to them
 * instead, and returns undefined.
 */
export type Begin = (record: ThreadRecord, plan?: RunPlan) => Promise<Run | undefined>;

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

  /** Records that the conversation stops after its turn, even if another worker continues it. */
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

  /** If the save fails, the run continues, and the next save includes this turn. */
  saveTurn(turn: number): void {
    if (turn <= this.record.turn) return;
    this.record = { ...this.record, turn };
    this.save().catch(() => {});
  }

  async saveTitle(title: string | null): Promise<boolean> {
    if (this.isOver) return false;
    this.record = { ...this.record, title };
    await this.save();
    return true;
  }

  saveAdmission(): void {
    this.record = { ...this.record, state: "running" };
    this.save().catch(() => {});
  }

  async settle(): Promise<void> {
    await this.saving.catch(() => {});
  }

  /** Rejects if the save fails twice. `turn`: the number of turns so far, if it is known. */
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
