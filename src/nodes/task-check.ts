/** Decides after each set of tasks whether the plan is through; what builds on a failed task is given up. */
import { lostTasks, resultsOf } from "../policies/tasks/progress.js";
import type { SupervisorConversation, SupervisorUpdate } from "../state/conversation-state.js";
import { type NodeConfig, tell } from "./node-kit.js";

export function checkTasks(state: SupervisorConversation, config: NodeConfig): SupervisorUpdate {
  const { tasks, turn } = state;
  const lost = lostTasks(state);
  for (const result of lost) tell(config, { type: "task", turn, result });
  const results = [...resultsOf(state), ...lost];
  if (results.length < tasks.length) return { results: lost };
  const done = results.filter(({ outcome }) => outcome === "done").length;
  return { results: lost, stopReason: { kind: "tasks", turn, tasks: tasks.length, done } };
}
