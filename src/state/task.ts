/** What a supervisor gives out, and what comes of it. */

/** One task of a plan. */
export interface PlannedTask {
  /** Its place in the plan, counted from 1. */
  readonly number: number;
  /** Who is to do it. */
  readonly worker: string;
  readonly task: string;
  /** Numbers of the tasks that have to be done before. */
  readonly after: readonly number[];
}

/** What came of a task. */
export interface TaskResult extends PlannedTask {
  /** The turn in which it was done, failed or given up. */
  readonly turn: number;
  /** `failed`: the worker's call failed, or there was no budget for it. `skipped`: something that it builds on has failed. */
  readonly outcome: "done" | "failed" | "skipped";
  /** What the worker found; the empty string where nothing was. */
  readonly text: string;
  /** Why it was not done; the empty string where it was. */
  readonly reason: string;
}
