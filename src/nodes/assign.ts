/** Gives the floor to whoever has a task that can be done now: to several at once, where their tasks do not need each other. */
import { readyTasks } from "../policies/tasks/progress.js";
import type { SupervisorConversation, SupervisorUpdate } from "../state/conversation-state.js";
import { recordDecision } from "./choose-speaker.js";
import { type NodeConfig, tell } from "./node-kit.js";
import { openFloor } from "./open-floor.js";

export function chooseWorkers(state: SupervisorConversation, config: NodeConfig): SupervisorUpdate {
  const decisions = readyTasks(state).map(({ worker }, index) => {
    const open = openFloor(state, {
      excludedOf: ({ participants }) =>
        participants
          .filter(({ name }) => name !== worker)
          .map(({ name }) => ({ participant: name, reason: "other-task" as const })),
    });
    const floor = { ...open.floor, turn: open.floor.turn + index };
    return recordDecision({ ...open, floor }, { seat: floor.candidates[0]?.seat ?? -1, rule: "assigned" }, null);
  });
  for (const decision of decisions) tell(config, { type: "decision", turn: decision.turn, decision });
  return { decisions };
}
