/** What is planned, done and summed up under a supervisor, without a model. */
import type { ExecuteBrief, PlanBrief, SumUpBrief } from "../../domain/brief.js";

export function plan({ cast, mostTasks, language }: PlanBrief): string {
  const task = language === "en" ? "Look into it." : "查一查。";
  const tasks = cast.slice(0, mostTasks).map((_member, index) => ({ worker: index + 1, task, after: [] }));
  return JSON.stringify({ tasks });
}

export function execute({ language }: ExecuteBrief): string {
  return language === "en" ? "Here is what I found." : "这是我查到的。";
}

export function sumUp({ language }: SumUpBrief): string {
  return language === "en" ? "That is what we know." : "目前就知道这些。";
}
