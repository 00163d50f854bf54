/** Decides after each set of tasks whether the plan is complete. Gives up tasks that depend on a failed one or exceed the budget. */
import { remember } from "../../memory/remember.js";
import type { TaskResult } from "../../state/task.js";
import { findRequest } from "../../steps/floor-requests.js";
import { hearInterjections } from "../../steps/hear-interjections.js";
import { sceneOf } from "../../steps/scene.js";
import { callFor, type ModeServices, promptsFor } from "../../steps/services.js";
import { speakAloud } from "../../steps/speech.js";
import type { StepContext } from "../../steps/step.js";
import { summarizeMemory } from "../../steps/summarize-memory.js";
import { type Ahead, forecastFor } from "../../stopping/budget-forecast.js";
import { supervisorOf } from "./plan.js";
import { openTasks, resultsOf, skippedTasks } from "./progress.js";
import type { SupervisorConversation, SupervisorUpdate } from "./state.js";

/** Every task is a turn. The summary takes one more call, whose prompt holds all results. */
export const aheadOfTasks = (turns: number): Ahead => ({ turns, closing: { calls: 1, turns: 1 }, leastCalls: 1 });

export function createTaskCheck(services: ModeServices) {
  function unaffordable(state: SupervisorConversation): TaskResult[] {
    const reason = promptsFor(services, state).overBudget;
    // A result belongs to this run's plan only if its turn is after the run's start, even if no task was started.
    const turn = Math.max(state.turn, state.turnAtStart + 1);
    return openTasks(state).map((task) => ({ ...task, turn, outcome: "failed", text: "", reason }));
  }

  return async function stopCheck(state: SupervisorConversation, step: StepContext): Promise<SupervisorUpdate> {
    const { tasks, turn } = state;
    const forecast = forecastFor(state, aheadOfTasks(1));
    const isOverBudget = forecast?.reason !== undefined;
    const abandoned = isOverBudget ? unaffordable(state) : skippedTasks(state);
    for (const result of abandoned) step.emit({ type: "task", turn, result });
    // Interjections that arrived during the work enter the conversation before the summary.
    const heard = await hearInterjections(services, state, step);
    const results = [...resultsOf(state), ...abandoned];
    const update = { results: abandoned, ...heard, ...(forecast && { spending: forecast.spending }) };
    const interjections = [...state.interjections, ...(heard.interjections ?? [])];
    const isAsked = findRequest({ ...state, interjections }) !== undefined;
    if (!isOverBudget && (results.length < tasks.length || isAsked))
      return { ...update, ...(await summarizeMemory(services, state, step)) };
    const done = results.filter(({ outcome }) => outcome === "done").length;
    const planDone = { kind: "tasks", turn, tasks: tasks.length, done } as const;
    return { ...update, stopReason: (abandoned.length > 0 && forecast?.reason) || planDone };
  };
}

export function createSumUp(services: ModeServices) {
  return async function sumUp(state: SupervisorConversation, step: StepContext): Promise<SupervisorUpdate> {
    const self = supervisorOf(state);
    const { turn, stopReason } = state;
    const conversation = remember(state);
    const results = resultsOf(state);
    const request = { ...sceneOf(state), purpose: "sum-up", self, turn, conversation, results } as const;
    const question = callFor(services, state, request, step.call);
    const slot = { speaker: self.name, turn, kind: "closing", id: `closing-${turn}` } as const;
    const said = await speakAloud(services, state, slot, question, step);
    if (stopReason) step.emit({ type: "stopped", turn, reason: stopReason });
    return { ...said, summary: said.messages[0]?.text ?? "" };
  };
}
