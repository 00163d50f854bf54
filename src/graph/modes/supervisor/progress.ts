import type { PlannedTask, PlanRecord, TaskResult } from "../../../records/task.js";
import type { SupervisorConversation } from "./state.js";

export const attemptOf = ({ attempt = 1 }: Pick<PlannedTask, "attempt">): number => attempt;

const outcomesIn = ({ results, turnAtStart }: SupervisorConversation): TaskResult[] =>
  results.filter(({ turn }) => turn > turnAtStart);

export const isOfAttempt = (result: TaskResult, task: PlannedTask) =>
  result.number === task.number && attemptOf(result) === attemptOf(task);

export const handoversOf = (state: SupervisorConversation, task: PlannedTask): TaskResult[] =>
  outcomesIn(state).filter((result) => result.outcome === "handed-over" && isOfAttempt(result, task));

/** The plan's tasks. The worker of a task that has been handed over is the one who received it last. */
export function tasksOf(state: SupervisorConversation): PlannedTask[] {
  return state.tasks.map((task) => ({ ...task, worker: handoversOf(state, task).at(-1)?.to ?? task.worker }));
}

/**
 * The latest result of each task in this run. The state also contains earlier results of repeated tasks, and the
 * results of the thread's earlier runs.
 */
export function resultsOf(state: SupervisorConversation): TaskResult[] {
  const latest = new Map<number, TaskResult>();
  for (const result of outcomesIn(state)) if (result.outcome !== "handed-over") latest.set(result.number, result);
  return [...latest.values()].sort((left, right) => left.number - right.number);
}

export function openTasks(state: SupervisorConversation): PlannedTask[] {
  const results = resultsOf(state);
  return tasksOf(state).filter((task) => !results.some((result) => isOfAttempt(result, task)));
}

function closedWith(state: SupervisorConversation, ...outcomes: readonly TaskResult["outcome"][]): Set<number> {
  const open = new Set(openTasks(state).map(({ number }) => number));
  const closed = resultsOf(state).filter(({ number, outcome }) => !open.has(number) && outcomes.includes(outcome));
  return new Set(closed.map(({ number }) => number));
}

export const doneTasks = (state: SupervisorConversation): Set<number> => closedWith(state, "done");

/** The open tasks whose required tasks are all done, in the plan's order. None of them needs another's result. */
export function readyTasks(state: SupervisorConversation): PlannedTask[] {
  const done = doneTasks(state);
  return openTasks(state).filter(({ after }) => after.every((number) => done.has(number)));
}

export function skippedTasks(state: SupervisorConversation): TaskResult[] {
  const { turn } = state;
  const open = openTasks(state);
  const failed = closedWith(state, "failed", "skipped");
  const missingOf = ({ after }: PlannedTask) => after.filter((number) => failed.has(number));
  for (const task of inOrder(open)) if (missingOf(task).length > 0) failed.add(task.number);
  return open
    .filter(({ number }) => failed.has(number))
    .map((task) => {
      const reason = missingOf(task).map((number) => `#${number}`);
      return { ...task, turn, outcome: "skipped", text: "", reason: reason.join(", ") };
    });
}

/**
 * Sorts tasks so that each follows the tasks it depends on: in a changed plan, a task can depend on a task with a
 * higher number. Omits tasks in circular dependencies, and tasks that depend on these.
 */
export function inOrder(tasks: readonly PlannedTask[]): PlannedTask[] {
  const ordered: PlannedTask[] = [];
  let waiting = [...tasks];
  for (;;) {
    const numbers = new Set(waiting.map(({ number }) => number));
    const isBlocked = ({ after }: PlannedTask) => after.some((number) => numbers.has(number));
    const free = waiting.filter((task) => !isBlocked(task));
    if (free.length === 0) return ordered;
    ordered.push(...free);
    waiting = waiting.filter(isBlocked);
  }
}

export function plansOf({ plans }: SupervisorConversation): PlanRecord[] {
  return plans.slice(
    Math.max(
      0,
      plans.findLastIndex(({ outcome }) => outcome === "made"),
    ),
  );
}

export const versionOf = (state: SupervisorConversation): number => plansOf(state).at(-1)?.version ?? 1;

/** False if `replan` is missing, as it is in conversations that earlier versions of Rostrum saved. */
export const mayReplan = ({ replan }: Pick<SupervisorConversation, "replan">): boolean =>
  replan === "on-failure" || replan === "after-each";

export function tasksLeft(state: SupervisorConversation): number {
  if (!mayReplan(state)) return Number.POSITIVE_INFINITY;
  const begun = outcomesIn(state).filter(({ outcome }) => outcome !== "skipped").length;
  return Math.max(0, mostTasksOf(state) - begun);
}

/** How many tasks workers may start in a run, if the plan can change. */
export const mostTasksOf = ({ maxTasks, maxTurns }: Pick<SupervisorConversation, "maxTasks" | "maxTurns">): number =>
  maxTasks ?? 3 * maxTurns;

export function isLookDue(state: SupervisorConversation): boolean {
  const { replan, results } = state;
  if (!mayReplan(state) || tasksLeft(state) === 0) return false;
  const isShown = ({ outcome }: TaskResult) => outcome === "failed" || (outcome === "done" && replan === "after-each");
  return results.slice(plansOf(state).at(-1)?.results ?? 0).some(isShown);
}
