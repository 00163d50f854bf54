/** How far a plan has come: what can be worked on now, and what cannot be any more. */
import type { PlannedTask, TaskResult } from "../../domain/task.js";

interface Progress {
  readonly plan: readonly PlannedTask[];
  readonly results: readonly TaskResult[];
}

const resultOf = (results: readonly TaskResult[], number: number) => results.find((result) => result.number === number);

const openTasks = ({ plan, results }: Progress) => plan.filter(({ number }) => !resultOf(results, number));

/** Tasks that build on nothing that is not done, in the plan's order. They do not depend on each other. */
export function readyTasks(progress: Progress): PlannedTask[] {
  const isDone = (number: number) => resultOf(progress.results, number)?.outcome === "done";
  return openTasks(progress).filter(({ after }) => after.every(isDone));
}

/** Tasks that build on what has failed, also through others. */
export function lostTasks({ plan, results }: Progress): TaskResult[] {
  const lost: TaskResult[] = [];
  for (const task of openTasks({ plan, results })) {
    const missing = task.after.filter(
      (number) => (resultOf([...results, ...lost], number)?.outcome ?? "done") !== "done",
    );
    if (missing.length > 0)
      lost.push({ ...task, outcome: "skipped", text: "", reason: missing.map((number) => `#${number}`).join(", ") });
  }
  return lost;
}

/** What came of the tasks that one builds on. */
export function basisOf({ after }: PlannedTask, results: readonly TaskResult[]): TaskResult[] {
  return results.filter(({ number }) => after.includes(number));
}
