/** A task in a supervisor's plan. */
export interface PlannedTask {
  /** The task's position in the plan, counted from 1. */
  readonly number: number;
  readonly worker: string;
  readonly task: string;
  /** The numbers of the tasks that have to be completed first. */
  readonly after: readonly number[];
}

/** A task in a supervisor's plan, with its outcome. */
export interface TaskResult extends PlannedTask {
  /** The turn in which the outcome became known. */
  readonly turn: number;
  /**
   * `failed`: the worker's call failed, the worker passed or was late, or the conversation ended before the task was
   * done. `skipped`: a task that this task depends on failed or was skipped.
   */
  readonly outcome: "done" | "failed" | "skipped";
  /** The worker's result; empty if the task was not done. */
  readonly text: string;
  /** Why the task was not done; empty if it was done. */
  readonly reason: string;
}
