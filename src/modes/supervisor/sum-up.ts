/** The supervisor sums up what came of the tasks, and names those that were not done. */
import { remember } from "../policies/memory/remember.js";
import { resultsOf } from "../policies/tasks/progress.js";
import type { SupervisorConversation, SupervisorUpdate } from "../state/conversation-state.js";
import { supervisorOf } from "./leader-of.js";
import { type NodeConfig, type NodeKit, questionFor, runOf, tell } from "./node-kit.js";
import { sceneOf } from "./scene.js";
import { speakAloud } from "./speech.js";

export function createSumUp(kit: NodeKit) {
  return async function sumUp(state: SupervisorConversation, config: NodeConfig): Promise<SupervisorUpdate> {
    const self = supervisorOf(state);
    const { turn, stopReason } = state;
    const conversation = remember(state);
    const results = resultsOf(state);
    const brief = { ...sceneOf(state), purpose: "sum-up", self, turn, conversation, results } as const;
    const question = questionFor(kit, state, brief, runOf(config));
    const slot = { speaker: self.name, turn, kind: "closing", id: `closing-${turn}` } as const;
    const said = await speakAloud(kit, state, slot, question, config);
    if (stopReason) tell(config, { type: "stopped", turn, reason: stopReason });
    return { ...said, summary: said.messages[0]?.text ?? "" };
  };
}
