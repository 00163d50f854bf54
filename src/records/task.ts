/** The tasks of a supervisor's plan, and their results. */

export interface PlannedTask {
  /** Its place in the plan, counted from 1. */
  readonly number: number;
  readonly worker: string;
  readonly task: string;
  /** The numbers of the tasks that have to be done first. */
  readonly after: readonly number[];
}

export interface TaskResult extends PlannedTask {
  /** The turn in which it was done, failed or given up. */
  readonly turn: number;
  /** `failed`: the worker's call failed, or there was no budget for it. `skipped`: something that it builds on has failed. */
  readonly outcome: "done" | "failed" | "skipped";
  /** What the worker found; empty if the task was not done. */
  readonly text: string;
  /** Why it was not done; empty if it was. */
  readonly reason: string;
}
