/** Decides after each set of tasks whether the plan is through; what builds on a failed task, or cannot be paid for, is given up. */
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
import { lostTasks, openTasks, resultsOf } from "./progress.js";
import type { SupervisorConversation, SupervisorUpdate } from "./state.js";

/** A task is a turn; the summary reads what came of all of them. */
export const aheadOfTasks = (turns: number): Ahead => ({ turns, closing: { calls: 1, turns: 1 }, leastCalls: 1 });

export function createTaskCheck(services: ModeServices) {
  function unaffordable(state: SupervisorConversation): TaskResult[] {
    const reason = promptsFor(services, state).overBudget;
    // A result belongs to the plan of the run that it was found in, also where nothing of it was begun.
    const turn = Math.max(state.turn, state.turnAtStart + 1);
    return openTasks(state).map((task) => ({ ...task, turn, outcome: "failed", text: "", reason }));
  }

  return async function stopCheck(state: SupervisorConversation, step: StepContext): Promise<SupervisorUpdate> {
    const { tasks, turn } = state;
    const forecast = forecastFor(state, aheadOfTasks(1));
    const isOverBudget = forecast?.reason !== undefined;
    const lost = isOverBudget ? unaffordable(state) : lostTasks(state);
    for (const result of lost) step.emit({ type: "task", turn, result });
    // What is said while they work is heard before it is summed up.
    const heard = await hearInterjections(services, state, step);
    const results = [...resultsOf(state), ...lost];
    const update = { results: lost, ...heard, ...(forecast && { spending: forecast.spending }) };
    const interjections = [...state.interjections, ...(heard.interjections ?? [])];
    const isAsked = findRequest({ ...state, interjections }) !== undefined;
    if (!isOverBudget && (results.length < tasks.length || isAsked))
      return { ...update, ...(await summarizeMemory(services, state, step)) };
    const done = results.filter(({ outcome }) => outcome === "done").length;
    const throughPlan = { kind: "tasks", turn, tasks: tasks.length, done } as const;
    return { ...update, stopReason: (lost.length > 0 && forecast?.reason) || throughPlan };
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
