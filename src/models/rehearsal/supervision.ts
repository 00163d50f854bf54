/** What is planned, done and summed up under a supervisor, without a model. */
import type { ExecuteBrief, PlanBrief, SumUpBrief } from "../../domain/brief.js";
import { assignments } from "./supervision/planning.js";
import { report } from "./supervision/report.js";
import { summary } from "./supervision/sum-up.js";

export function plan(brief: PlanBrief): string {
  return JSON.stringify({ tasks: assignments(brief) });
}

export function execute(brief: ExecuteBrief): string {
  return report(brief);
}

export function sumUp(brief: SumUpBrief): string {
  return summary(brief);
}
