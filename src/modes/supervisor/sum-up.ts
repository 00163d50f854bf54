/** The supervisor sums up what came of the tasks, and names those that were not done. */
import { remember } from "../../memory/remember.js";
import type { SupervisorConversation, SupervisorUpdate } from "../../state/conversation-state.js";
import { sceneOf } from "../../steps/scene.js";
import { callFor, type ModeServices } from "../../steps/services.js";
import { speakAloud } from "../../steps/speech.js";
import type { StepContext } from "../../steps/step.js";
import { supervisorOf } from "./leader.js";
import { resultsOf } from "./progress.js";

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
