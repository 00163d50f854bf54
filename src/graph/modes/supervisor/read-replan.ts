import { isRecord, type Named } from "../../../base/is-record.js";
import { readObject, readReason } from "../../../core/text/read-answer.js";
import type { PlannedTask, PlanProblem } from "../../../records/task.js";
import { inNumberOrder, readFields, wholeNumber } from "./plan.js";
import { attemptOf, inOrder } from "./progress.js";

export interface PlanInProgress {
  readonly tasks: readonly PlannedTask[];
  /** The highest task number in any version of the plan. */
  readonly highest: number;
  readonly done: ReadonlySet<number>;
  /** The numbers of the tasks that nobody has started in their current attempt. */
  readonly untouched: ReadonlySet<number>;
  /** In the order of the workers' numbers. */
  readonly workers: readonly string[];
  readonly mostTasks: number;
}

export type ReplanReading =
  | { readonly decision: "continue" | "end"; readonly reason: string }
  /** `tasks`: all tasks that are still to be done, sorted by number. */
  | { readonly decision: "change"; readonly reason: string; readonly tasks: readonly PlannedTask[] }
  | { readonly problem: PlanProblem };

interface ReadTask {
  readonly given: number | undefined;
  readonly worker: string;
  readonly task: string;
  readonly after: readonly (number | undefined)[];
  readonly remark: string;
}

function readTask(value: unknown, workers: readonly string[]): ReadTask | PlanProblem {
  const { number, remark } = isRecord(value) ? value : ({} as Named);
  const { worker, task, after } = readFields(value, workers);
  if (worker === undefined) return "unknown-worker";
  if (task === "") return "no-text";
  return { given: wholeNumber(number) || undefined, worker, task, after, remark: readReason(remark) };
}

/** Known tasks keep their numbers. New tasks get the next free numbers, regardless of their numbers in the answer. */
function numberTasks(read: readonly ReadTask[], { tasks, highest }: PlanInProgress): number[] {
  const known = new Set(tasks.map(({ number }) => number));
  let next = highest;
  return read.map(({ given }) => {
    if (given !== undefined && known.has(given)) return given;
    next += 1;
    return next;
  });
}

function readTasks(values: readonly unknown[], plan: PlanInProgress): readonly PlannedTask[] | PlanProblem {
  if (values.length === 0) return "no-tasks";
  if (values.length > plan.mostTasks) return "too-many-tasks";
  const read: ReadTask[] = [];
  for (const value of values) {
    const task = readTask(value, plan.workers);
    if (typeof task === "string") return task;
    read.push(task);
  }
  const numbers = numberTasks(read, plan);
  const given = read.flatMap((task) => task.given ?? []);
  if (new Set(given).size < given.length) return "same-number";
  const numberOf = new Map(read.flatMap((task, index) => (task.given ? [[task.given, numbers[index] ?? 0]] : [])));
  const tasks: PlannedTask[] = [];
  for (const [index, { worker, task, after: needed, remark }] of read.entries()) {
    const after = needed.map((each) => numberOf.get(each ?? 0) ?? (plan.done.has(each ?? 0) ? each : undefined));
    if (!after.every((each) => each !== undefined)) return "unknown-task";
    const number = numbers[index] ?? 0;
    const known = plan.tasks.find((each) => each.number === number);
    const attempt = known ? attemptOf(known) + (plan.untouched.has(number) ? 0 : 1) : 1;
    const again = { ...(attempt > 1 && { attempt }), ...(remark !== "" && { remark }) };
    tasks.push({ number, worker, task, after: inNumberOrder(after), ...again });
  }
  if (inOrder(tasks).length < tasks.length) return "cycle";
  return tasks.sort((left, right) => left.number - right.number);
}

/**
 * Reads the supervisor's decision about the plan. In a changed plan, a known task that has been started in its current
 * attempt gets another attempt.
 */
export function readReplan(answer: string, plan: PlanInProgress): ReplanReading {
  const { decision, reason, tasks } = readObject(answer);
  const why = readReason(reason);
  if (decision === "continue" || decision === "end") return { decision, reason: why };
  if (decision !== "change") return { problem: "no-decision" };
  const read = Array.isArray(tasks) ? readTasks(tasks, plan) : "no-tasks";
  return typeof read === "string" ? { problem: read } : { decision, reason: why, tasks: read };
}
