/** How far a plan has come: what can be worked on now, and what cannot be any more. */
import type { PlannedTask, TaskResult } from "../../state/task.js";

interface Progress {
  readonly tasks: readonly PlannedTask[];
  readonly results: readonly TaskResult[];
  readonly turn: number;
  readonly turnAtStart: number;
}

/** The results of this run's plan, in its order; a thread that has ended keeps those of earlier plans. */
export function resultsOf({ results, turnAtStart }: Omit<Progress, "tasks" | "turn">): TaskResult[] {
  return results.filter(({ turn }) => turn > turnAtStart).sort((left, right) => left.number - right.number);
}

const resultOf = (results: readonly TaskResult[], number: number) => results.find((result) => result.number === number);

/** Tasks of which nothing has come yet, in the plan's order. */
export function openTasks(progress: Progress): PlannedTask[] {
  const results = resultsOf(progress);
  return progress.tasks.filter(({ number }) => !resultOf(results, number));
}

/** Tasks that build on nothing that is not done, in the plan's order. They do not depend on each other. */
export function readyTasks(progress: Progress): PlannedTask[] {
  const results = resultsOf(progress);
  const isDone = (number: number) => resultOf(results, number)?.outcome === "done";
  return openTasks(progress).filter(({ after }) => after.every(isDone));
}

/** Tasks that build on what has failed, also through others. */
export function lostTasks(progress: Progress): TaskResult[] {
  const { turn } = progress;
  const results = resultsOf(progress);
  const lost: TaskResult[] = [];
  for (const task of openTasks(progress)) {
    const outcomeOf = (number: number) => resultOf([...results, ...lost], number)?.outcome ?? "done";
    const missing = task.after.filter((number) => outcomeOf(number) !== "done");
    const reason = missing.map((number) => `#${number}`).join(", ");
    if (missing.length > 0) lost.push({ ...task, turn, outcome: "skipped", text: "", reason });
  }
  return lost;
}

/** What came of the tasks that one builds on. */
export function basisOf({ after }: PlannedTask, results: readonly TaskResult[]): TaskResult[] {
  return results.filter(({ number }) => after.includes(number));
}
