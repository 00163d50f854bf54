/** What is planned, done and summed up under a supervisor, without a model. */
import type { ExecuteRequest, PlanRequest, SumUpRequest } from "../request.js";
import { assignments } from "./supervision/planning.js";
import { report } from "./supervision/report.js";
import { summary } from "./supervision/sum-up.js";

export function plan(request: PlanRequest): string {
  return JSON.stringify({ tasks: assignments(request) });
}

export function execute(request: ExecuteRequest): string {
  return report(request);
}

export function sumUp(request: SumUpRequest): string {
  return summary(request);
}
