/** A run of a conversation in this process, and the record that is saved as it progresses. */
import { once } from "node:events";
import { RunControl } from "@langchain/langgraph";
import type { ThreadRecord, Threads } from "../../storage/threads.js";
import type { HistoryState } from "../port/history.js";
import { RunCourse } from "./run-course.js";

/**
 * How to stop a run: `now` stops it immediately, and `after-turn` when the current turn has ended. `replaced` stops it
 * immediately so that another run can replace it. Until the other run starts, the conversation counts as running, and
 * followers receive no other status.
 */
export type Stop = "now" | "after-turn" | "replaced";

export class Run {
  /** Whether a caller has stopped the run, and how. */
  private state: "running" | Stop = "running";
  private readonly abort = new AbortController();
  private readonly opening = Promise.withResolvers<void>();
  readonly control = new RunControl();
  readonly course: RunCourse;
  private readonly scenesBefore: number;
  /** Resolves when the run is over and its end is saved. */
  done: Promise<void> = Promise.resolve();

  private isQueued: boolean;

  /**
   * @param before - The state that earlier runs have saved.
   * @param admission - Resolves when a queued run may begin; undefined if it may begin at once.
   */
  constructor(
    before: HistoryState,
    private readonly admission?: Promise<void>,
  ) {
    this.course = new RunCourse(before);
    this.scenesBefore = before.scenes?.length ?? 0;
    this.isQueued = admission !== undefined;
    // Not every caller waits for the opening, so its rejection must not be reported as unhandled.
    this.opening.promise.catch(() => {});
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Resolves when the run has saved its scene, or ends without an error. Rejects if the run fails first. */
  get opened(): Promise<void> {
    return this.opening.promise;
  }

  get isStopped(): boolean {
    return this.state !== "running";
  }

  get isReplaced(): boolean {
    return this.state === "replaced";
  }

  get status(): "queued" | "running" {
    return this.isQueued ? "queued" : "running";
  }

  /** Waits until the run may begin. Returns false if it is stopped first. */
  async admitted(): Promise<boolean> {
    const stopped = once(this.signal, "abort");
    await Promise.race([this.admission, ...(this.signal.aborted ? [] : [stopped])]);
    this.isQueued = this.signal.aborted;
    return !this.isQueued;
  }

  /** Stops the run, and waits for its end. A queued run has no turn to finish. */
  async stop(how: Stop): Promise<void> {
    this.state = how;
    if (how !== "after-turn" || this.isQueued) this.abort.abort();
    await this.done;
  }

  /** Call when a turn has been spoken. */
  endTurn(): void {
    if (this.state === "after-turn") this.control.requestDrain();
  }

  /** Call when a state of the conversation has been saved. */
  notice(state: HistoryState): void {
    this.course.save(state);
    if ((state.scenes?.length ?? 0) > this.scenesBefore) this.opening.resolve();
  }

  /** Call when the run is over. `error`: why the run failed; undefined if it did not. */
  end(error: unknown): void {
    if (error === undefined) this.opening.resolve();
    else this.opening.reject(error);
  }
}

/** Saves the record of a running thread, one save at a time. */
export class RecordSaver {
  private saving: Promise<void> = Promise.resolve();

  constructor(
    private readonly storage: Threads,
    private record: ThreadRecord,
  ) {}

  /**
   * Saves the number of turns, without waiting. If saving fails, the run continues, and the next save includes this
   * turn.
   */
  saveTurn(turn: number): void {
    if (turn <= this.record.turn) return;
    this.record = { ...this.record, turn };
    this.save().catch(() => {});
  }

  /** Saves that a queued run begins, without waiting. */
  saveAdmission(): void {
    this.record = { ...this.record, state: "running" };
    this.save().catch(() => {});
  }

  /**
   * Saves how the run ended, after all earlier saves. Rejects if this save fails.
   *
   * @param turn - The number of turns so far. Default: the latest number passed to `saveTurn`.
   */
  async saveEnd(state: ThreadRecord["state"], turn: unknown): Promise<void> {
    this.record = { ...this.record, state, turn: Number(turn ?? this.record.turn) };
    await this.save();
  }

  private save(): Promise<void> {
    const record = { ...this.record, updatedAt: new Date().toISOString() };
    this.saving = this.saving.catch(() => {}).then(() => this.storage.save(record));
    return this.saving;
  }
}
