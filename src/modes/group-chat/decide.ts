/** Has the one who decides take the meeting's decision, in a form that programs can read, and announce it. */
import type { FinalDecision } from "../domain/stage.js";
import { readDecision } from "../parsing/judgement.js";
import { remember } from "../policies/memory/remember.js";
import type { GroupChatConversation, GroupChatUpdate } from "../state/conversation-state.js";
import { answerForm } from "./answer-form.js";
import { askForForm } from "./ask-for-form.js";
import { askPerson } from "./ask-person.js";
import { type NodeConfig, type NodeKit, promptsFor } from "./node-kit.js";
import { sceneOf } from "./scene.js";
import { sayAloud, speakForPerson } from "./speech.js";
import { stageBriefOf } from "./stage-brief.js";

const structuredDecision = answerForm({
  decision: { type: "string", description: "What is decided." },
  rationale: { type: "string", description: "The reasons that told, and whose they were." },
  dissent: { type: "string", description: "Who was of another mind and about what; empty if nobody was." },
});

export function createDecide(kit: NodeKit) {
  return async function decide(state: GroupChatConversation, config: NodeConfig): Promise<GroupChatUpdate> {
    const self = state.participants.find(({ name }) => name === state.nextSpeaker);
    if (!self) throw new Error(`“${state.nextSpeaker}” is to decide but is not in the cast`);
    const turn = state.turn + 1;
    const stage = stageBriefOf(state);
    const place = { stage: stage.name, round: stage.round };
    const slot = { speaker: self.name, turn, kind: "speech", id: `turn-${turn}`, ...place } as const;
    if (self.human) {
      const decision = askPerson(state, { participant: self.name, turn, purpose: "decide" });
      const messages = [speakForPerson(kit, state, slot, decision, config)];
      return { messages, turn, nextSpeaker: "", finalDecision: { decision, rationale: "", dissent: "" } };
    }
    const conversation = remember(state);
    const brief = { ...sceneOf(state), purpose: "decide", self, turn, conversation, stage } as const;
    const question = { brief, schema: structuredDecision, read: readDecision };
    const finalDecision = await askForForm<FinalDecision>(kit, state, question, config);
    const message = await sayAloud(kit, state, slot, promptsFor(kit, state).announce(finalDecision), config);
    return { messages: [message], turn, nextSpeaker: "", finalDecision };
  };
}
