/** The progress of a plan: which tasks are ready, and which can no longer be done. */
import type { PlannedTask, TaskResult } from "../../state/task.js";

interface Progress {
  readonly tasks: readonly PlannedTask[];
  readonly results: readonly TaskResult[];
  readonly turn: number;
  readonly turnAtStart: number;
}

/** The results of this run's plan, in the plan's order. The state also keeps the results of the thread's earlier plans. */
export function resultsOf({ results, turnAtStart }: Omit<Progress, "tasks" | "turn">): TaskResult[] {
  return results.filter(({ turn }) => turn > turnAtStart).sort((left, right) => left.number - right.number);
}

const resultOf = (results: readonly TaskResult[], number: number) => results.find((result) => result.number === number);

/** Tasks without a result, in the plan's order. */
export function openTasks(progress: Progress): PlannedTask[] {
  const results = resultsOf(progress);
  return progress.tasks.filter(({ number }) => !resultOf(results, number));
}

/** Tasks whose dependencies are all done, in the plan's order. They do not depend on each other. */
export function readyTasks(progress: Progress): PlannedTask[] {
  const results = resultsOf(progress);
  const isDone = (number: number) => resultOf(results, number)?.outcome === "done";
  return openTasks(progress).filter(({ after }) => after.every(isDone));
}

/** Results for tasks that depend, directly or indirectly, on a failed task. */
export function skippedTasks(progress: Progress): TaskResult[] {
  const { turn } = progress;
  const results = resultsOf(progress);
  const skipped: TaskResult[] = [];
  for (const task of openTasks(progress)) {
    const outcomeOf = (number: number) => resultOf([...results, ...skipped], number)?.outcome ?? "done";
    const missing = task.after.filter((number) => outcomeOf(number) !== "done");
    const reason = missing.map((number) => `#${number}`).join(", ");
    if (missing.length > 0) skipped.push({ ...task, turn, outcome: "skipped", text: "", reason });
  }
  return skipped;
}

/** The results of the tasks that this one depends on. */
export function basisOf({ after }: PlannedTask, results: readonly TaskResult[]): TaskResult[] {
  return results.filter(({ number }) => after.includes(number));
}
