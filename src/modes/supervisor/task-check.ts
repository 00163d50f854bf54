/** Decides after each set of tasks whether the plan is through; what builds on a failed task, or cannot be paid for, is given up. */
import type { TaskResult } from "../domain/task.js";
import { findRequest } from "../policies/selection/requested.js";
import type { Ahead } from "../policies/stopping/by-budget.js";
import { lostTasks, openTasks, resultsOf } from "../policies/tasks/progress.js";
import type { SupervisorConversation, SupervisorUpdate } from "../state/conversation-state.js";
import { outlookOf } from "./accounts.js";
import { condense } from "./condense.js";
import { hearInterjections } from "./hear-interjections.js";
import { type NodeConfig, type NodeKit, promptsFor, tell } from "./node-kit.js";

/** A task is a turn; the summary reads what came of all of them. */
export const aheadOfTasks = (turns: number): Ahead => ({ turns, closing: { calls: 1, turns: 1 }, leastCalls: 1 });

export function createTaskCheck(kit: NodeKit) {
  function unaffordable(state: SupervisorConversation): TaskResult[] {
    const reason = promptsFor(kit, state).overBudget;
    // A result belongs to the plan of the run that it was found in, also where nothing of it was begun.
    const turn = Math.max(state.turn, state.turnAtStart + 1);
    return openTasks(state).map((task) => ({ ...task, turn, outcome: "failed", text: "", reason }));
  }

  return async function stopCheck(state: SupervisorConversation, config: NodeConfig): Promise<SupervisorUpdate> {
    const { tasks, turn } = state;
    const outlook = outlookOf(state, aheadOfTasks(1));
    const isOverBudget = outlook?.reason !== undefined;
    const lost = isOverBudget ? unaffordable(state) : lostTasks(state);
    for (const result of lost) tell(config, { type: "task", turn, result });
    // What is said while they work is heard before it is summed up.
    const heard = await hearInterjections(kit, state, config);
    const results = [...resultsOf(state), ...lost];
    const update = { results: lost, ...heard, ...(outlook && { spending: outlook.spending }) };
    const interjections = [...state.interjections, ...(heard.interjections ?? [])];
    const isAsked = findRequest({ ...state, interjections }) !== undefined;
    if (!isOverBudget && (results.length < tasks.length || isAsked))
      return { ...update, ...(await condense(kit, state, config)) };
    const done = results.filter(({ outcome }) => outcome === "done").length;
    const throughPlan = { kind: "tasks", turn, tasks: tasks.length, done } as const;
    return { ...update, stopReason: (lost.length > 0 && outlook?.reason) || throughPlan };
  };
}
