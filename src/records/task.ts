/** A task in a supervisor's plan. */
export interface PlannedTask {
  /** The task's number, counted from 1. If the plan changes, the task keeps its number. */
  readonly number: number;
  readonly worker: string;
  readonly task: string;
  /** The numbers of the tasks that must be completed first. */
  readonly after: readonly number[];
  /** The number of this attempt at the task, counted from 1. Default: 1. */
  readonly attempt?: number;
  /** What the worker should do differently in this attempt. Default: no remark. */
  readonly remark?: string;
}

/** A task in a supervisor's plan, with its outcome. */
export interface TaskResult extends PlannedTask {
  /** The turn in which the outcome became known; if the run ended before its first turn, the number of that turn. */
  readonly turn: number;
  /**
   * `failed`: the worker's call failed, the worker passed, was late or handed the task over to nobody, or the
   * conversation ended before the task was done. `skipped`: a task that this task depends on failed or was skipped.
   * `handed-over`: the worker handed the task to another worker, so the task is still open.
   */
  readonly outcome: "done" | "failed" | "skipped" | "handed-over";
  /** The worker's result, or why the worker handed the task over; empty if the task failed or was skipped. */
  readonly text: string;
  /** Why the task was not done; empty if it was done or handed over. */
  readonly reason: string;
  /** The worker to whom the task was handed over. Absent if it was not handed over. */
  readonly to?: string;
}

/** Why an answer about the plan is invalid. */
export type PlanProblem =
  | "no-decision"
  | "no-tasks"
  | "too-many-tasks"
  | "no-text"
  | "unknown-worker"
  | "unknown-task"
  | "same-number"
  | "cycle"
  | "too-long";

/** An answer about the plan that was rejected. */
export interface RejectedPlan {
  /** The supervisor's answer, usually as JSON; empty if there was none. */
  readonly answer: string;
  readonly problem: PlanProblem | "call-failed";
}

/** A plan that a supervisor made, or the supervisor's decision after looking at the results. */
export interface PlanRecord {
  /** The number of turns taken before the decision. */
  readonly turn: number;
  /** The version of the plan that applies after the decision, counted from 1 in each run. */
  readonly version: number;
  /**
   * `made`: the run's first plan. `kept`, `changed`: the supervisor kept or changed the plan. `ended`: the supervisor
   * found the results sufficient. `unreadable`: no answer was valid, so the plan is unchanged. `refused`: the change
   * would exceed the maximum number of versions, or would lead to the same plan for the third time, so the work ends.
   */
  readonly outcome: "made" | "kept" | "changed" | "ended" | "unreadable" | "refused";
  /** The supervisor's reason; can be empty. */
  readonly reason: string;
  /** The tasks still to be done; for `refused`, those of the refused plan. */
  readonly tasks: readonly PlannedTask[];
  /** How many of the conversation's task results the supervisor had seen. */
  readonly results: number;
  /** Invalid answers that the supervisor gave before this decision. Always empty for `made`. */
  readonly rejected: readonly RejectedPlan[];
}
