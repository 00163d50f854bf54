/** Gives the floor to workers whose tasks are ready: to several at once if their tasks do not depend on each other. */
import type { Decision } from "../../selection/decision.js";
import type { PlannedTask } from "../../state/task.js";
import { recordDecision } from "../../steps/choose-speaker.js";
import { grantRequest } from "../../steps/floor-requests.js";
import { openFloor } from "../../steps/open-floor.js";
import type { StepContext } from "../../steps/step.js";
import { affordableTurns, forecastFor } from "../../stopping/budget-forecast.js";
import { readyTasks } from "./progress.js";
import type { SupervisorConversation, SupervisorUpdate } from "./state.js";
import { aheadOfTasks } from "./task-check.js";

/** A participant whom a listener addressed answers before the work continues. */
function giveToRequested(state: SupervisorConversation): Decision | undefined {
  const open = openFloor(state);
  const granted = grantRequest(open.floor);
  return granted && recordDecision(open, granted, null);
}

/** The tasks to work on next: as many as the budget can pay for, together with the summary. */
export function tasksToGive(state: SupervisorConversation): PlannedTask[] {
  const ready = readyTasks(state);
  return ready.slice(
    0,
    affordableTurns((turns) => forecastFor(state, aheadOfTasks(turns)), ready.length),
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

export function chooseWorkers(state: SupervisorConversation, step: StepContext): SupervisorUpdate {
  const requested = giveToRequested(state);
  const decisions = requested ? [requested] : giveTasks(state);
  for (const decision of decisions) step.emit({ type: "decision", turn: decision.turn, decision });
  return { decisions, nextSpeaker: requested?.speaker ?? "" };
}
