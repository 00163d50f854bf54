/** Reads a supervisor's plan out of a structured answer. */
import type { PlannedTask } from "../../state/task.js";
import { readObject } from "../../text/read-object.js";

const wholeNumber = (value: unknown): number | undefined => {
  const number = typeof value === "string" && /^\d+$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) ? number : undefined;
};

function readTask(value: unknown, number: number, workers: readonly string[]): PlannedTask | null {
  const fields = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  const worker = workers[(wholeNumber(fields["worker"]) ?? 0) - 1];
  const task = typeof fields["task"] === "string" ? fields["task"].replace(/\s+/g, " ").trim() : "";
  const given: unknown = fields["after"] ?? [];
  const after = (Array.isArray(given) ? given : [given]).map(wholeNumber);
  // Only what was planned before can come before: so no two tasks wait for each other.
  const isKnown = (each: number | undefined): each is number => each !== undefined && each >= 1 && each < number;
  if (worker === undefined || task === "" || !after.every(isKnown)) return null;
  return { number, worker, task, after: [...new Set(after)].sort((left, right) => left - right) };
}

/** The plan, or null where any of it cannot be read: half a plan would be another plan. What is over `mostTasks` is left out. */
export function readPlan(answer: string, workers: readonly string[], mostTasks: number): PlannedTask[] | null {
  const { tasks } = readObject(answer);
  if (!Array.isArray(tasks) || tasks.length === 0) return null;
  const plan = tasks.slice(0, mostTasks).map((task, index) => readTask(task, index + 1, workers));
  return plan.every((task) => task !== null) ? plan : null;
}
