/** Gives the floor to whoever has a task that can be done now: to several at once, where their tasks do not need each other. */
import type { Decision } from "../domain/decision.js";
import type { PlannedTask } from "../domain/task.js";
import { grantRequest } from "../policies/selection/requested.js";
import { affordableTurns } from "../policies/stopping/by-budget.js";
import { readyTasks } from "../policies/tasks/progress.js";
import type { SupervisorConversation, SupervisorUpdate } from "../state/conversation-state.js";
import { outlookOf } from "./accounts.js";
import { recordDecision } from "./choose-speaker.js";
import { type NodeConfig, tell } from "./node-kit.js";
import { openFloor } from "./open-floor.js";
import { aheadOfTasks } from "./task-check.js";

/** Whoever a listener spoke to answers before the work goes on. */
function giveToRequested(state: SupervisorConversation): Decision | undefined {
  const open = openFloor(state);
  const granted = grantRequest(open.floor);
  return granted && recordDecision(open, granted, null);
}

/** The tasks that are worked on next: as many as the budget has room for, with the summary after them. */
export function tasksToGive(state: SupervisorConversation): PlannedTask[] {
  const ready = readyTasks(state);
  return ready.slice(
    0,
    affordableTurns((turns) => outlookOf(state, aheadOfTasks(turns)), ready.length),
  );
}

function giveTasks(state: SupervisorConversation): Decision[] {
  return tasksToGive(state).map(({ worker }, index) => {
    const open = openFloor(state, {
      excludedOf: ({ participants }) =>
        participants
          .filter(({ name }) => name !== worker)
          .map(({ name }) => ({ participant: name, reason: "other-task" as const })),
    });
    const floor = { ...open.floor, turn: open.floor.turn + index };
    return recordDecision({ ...open, floor }, { seat: floor.candidates[0]?.seat ?? -1, rule: "assigned" }, null);
  });
}

export function chooseWorkers(state: SupervisorConversation, config: NodeConfig): SupervisorUpdate {
  const requested = giveToRequested(state);
  const decisions = requested ? [requested] : giveTasks(state);
  for (const decision of decisions) tell(config, { type: "decision", turn: decision.turn, decision });
  return { decisions, nextSpeaker: requested?.speaker ?? "" };
}
