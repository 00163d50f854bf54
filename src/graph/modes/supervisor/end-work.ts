import type { StopReason } from "../../../records/stop-reason.js";
import type { TaskResult } from "../../../records/task.js";
import { promptsFor } from "../../steps/run/services.js";
import type { StepContext } from "../../steps/run/step-context.js";
import { doneTasks, openTasks, resultsOf } from "./progress.js";
import type { SupervisorConversation } from "./state.js";

export function abandon(state: SupervisorConversation, kind: StopReason["kind"], step: StepContext): TaskResult[] {
  const prompts = promptsFor(step, state);
  const reason = kind === "budget" ? prompts.overBudget : prompts.endedEarly;
  // `resultsOf` ignores results from turn `turnAtStart` and earlier. Until somebody has had a turn in this run,
  // `state.turn` equals `turnAtStart`.
  const turn = Math.max(state.turn, state.turnAtStart + 1);
  return openTasks(state).map((task) => ({ ...task, turn, outcome: "failed", text: "", reason }));
}

/** A dropped task counts if it has a result. */
export function progressOf(state: SupervisorConversation) {
  const numbers = new Set([...state.tasks, ...resultsOf(state)].map(({ number }) => number));
  return { turn: state.turn, tasks: numbers.size, done: doneTasks(state).size };
}

export const planDone = (state: SupervisorConversation): StopReason => ({ kind: "tasks", ...progressOf(state) });
