/** Has the one who decides take the meeting's decision, in a form that programs can read, and announce it. */

import { remember } from "../../memory/remember.js";
import { answerForm } from "../../models/answer-form.js";
import type { GroupChatConversation, GroupChatUpdate } from "../../state/conversation-state.js";
import type { FinalDecision } from "../../state/stage.js";
import { askForForm } from "../../steps/ask-for-form.js";
import { askPerson } from "../../steps/ask-person.js";
import { sceneOf } from "../../steps/scene.js";
import { type ModeServices, promptsFor } from "../../steps/services.js";
import { sayAloud, speakForPerson } from "../../steps/speech.js";
import type { StepContext } from "../../steps/step.js";
import { readDecision } from "./read-judgement.js";
import { stageContextOf } from "./stage-context.js";

const structuredDecision = answerForm({
  decision: { type: "string", description: "What is decided." },
  rationale: { type: "string", description: "The reasons that told, and whose they were." },
  dissent: { type: "string", description: "Who was of another mind and about what; empty if nobody was." },
});

export function createDecide(services: ModeServices) {
  return async function decide(state: GroupChatConversation, step: StepContext): Promise<GroupChatUpdate> {
    const self = state.participants.find(({ name }) => name === state.nextSpeaker);
    if (!self) throw new Error(`“${state.nextSpeaker}” is to decide but is not in the cast`);
    const turn = state.turn + 1;
    const stage = stageContextOf(state);
    const place = { stage: stage.name, round: stage.round };
    const slot = { speaker: self.name, turn, kind: "speech", id: `turn-${turn}`, ...place } as const;
    if (self.human) {
      const decision = askPerson(state, { participant: self.name, turn, purpose: "decide" });
      const messages = [speakForPerson(services, state, slot, decision, step)];
      return { messages, turn, nextSpeaker: "", finalDecision: { decision, rationale: "", dissent: "" } };
    }
    const conversation = remember(state);
    const request = { ...sceneOf(state), purpose: "decide", self, turn, conversation, stage } as const;
    const question = { request, schema: structuredDecision, read: readDecision };
    const finalDecision = await askForForm<FinalDecision>(services, state, question, step);
    const message = await sayAloud(services, state, slot, promptsFor(services, state).announce(finalDecision), step);
    return { messages: [message], turn, nextSpeaker: "", finalDecision };
  };
}
