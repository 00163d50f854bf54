/** Decides after each set of tasks whether the plan is through; what builds on a failed task is given up. */
import { findRequest } from "../policies/selection/requested.js";
import { lostTasks, resultsOf } from "../policies/tasks/progress.js";
import type { SupervisorConversation, SupervisorUpdate } from "../state/conversation-state.js";
import { hearInterjections } from "./hear-interjections.js";
import { type NodeConfig, type NodeKit, tell } from "./node-kit.js";

export function createTaskCheck(kit: NodeKit) {
  return async function stopCheck(state: SupervisorConversation, config: NodeConfig): Promise<SupervisorUpdate> {
    const { tasks, turn } = state;
    const lost = lostTasks(state);
    for (const result of lost) tell(config, { type: "task", turn, result });
    // What is said while they work is heard before it is summed up.
    const heard = await hearInterjections(kit, state, config);
    const results = [...resultsOf(state), ...lost];
    const interjections = [...state.interjections, ...(heard.interjections ?? [])];
    const isAsked = findRequest({ ...state, interjections }) !== undefined;
    if (results.length < tasks.length || isAsked) return { results: lost, ...heard };
    const done = results.filter(({ outcome }) => outcome === "done").length;
    return { results: lost, stopReason: { kind: "tasks", turn, tasks: tasks.length, done }, ...heard };
  };
}
