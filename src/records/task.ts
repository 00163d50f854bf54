/** A task of a supervisor's plan. */
export interface PlannedTask {
  /** The task's position in the plan, counted from 1. */
  readonly number: number;
  readonly worker: string;
  readonly task: string;
  /** The numbers of the tasks that have to be complete first. */
  readonly after: readonly number[];
}

/** A task that was done, failed or was skipped. */
export interface TaskResult extends PlannedTask {
  /** The turn in which the task was done, failed or was skipped. */
  readonly turn: number;
  /**
   * `failed`: the worker's call failed, or the budget did not cover it. `skipped`: a task that it depends on failed.
   */
  readonly outcome: "done" | "failed" | "skipped";
  /** The worker's findings; empty if the task was not done. */
  readonly text: string;
  /** Why the task was not done; empty if it was. */
  readonly reason: string;
}
