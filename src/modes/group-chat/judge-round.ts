/** The smart round controller: judges after each round whether the matter has been discussed enough. */

import { remember } from "../../memory/remember.js";
import { answerForm } from "../../models/answer-form.js";
import type { GroupChatConversation, GroupChatUpdate } from "../../state/conversation-state.js";
import type { Judgement } from "../../state/stage.js";
import { sceneOf } from "../../steps/scene.js";
import { callFor, type ModeServices } from "../../steps/services.js";
import type { StepContext } from "../../steps/step.js";
import { stripThinking } from "../../text/strip-thinking.js";
import { readJudgement } from "./read-judgement.js";
import { goOn } from "./stage-check.js";
import { stageContextOf } from "./stage-context.js";

const structuredJudgement = answerForm({
  sufficient: { type: "boolean", description: "Whether the matter can be decided now." },
  reason: { type: "string", description: "Why, in one sentence." },
  open: { type: "array", items: { type: "string" }, description: "What the next round should take up." },
});

export function createJudgeRound(services: ModeServices) {
  return async function judgeRound(state: GroupChatConversation, step: StepContext): Promise<GroupChatUpdate> {
    const { turn, stage, round } = state;
    const conversation = remember(state);
    const request = {
      ...sceneOf(state),
      purpose: "judge-round",
      turn,
      conversation,
      stage: stageContextOf(state),
    } as const;
    const question = callFor(services, state, request, step.call);
    const text = await services.caller.structured(question, structuredJudgement, step.call);
    // What cannot be read is no reason to end a discussion: it goes on, as far as the stage allows.
    const read = readJudgement(stripThinking(text)) ?? { sufficient: null, reason: "", open: [] };
    const judgement: Judgement = { turn, stage, round, ...read, answer: text };
    step.emit({ type: "judgement", turn, judgement });
    const judgements = [...state.judgements, judgement];
    return { judgements: [judgement], ...goOn({ ...state, judgements }, null, step) };
  };
}
