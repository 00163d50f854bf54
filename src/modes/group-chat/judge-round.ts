/** The smart round controller: judges after each round whether the matter has been discussed enough. */
import type { Judgement } from "../domain/stage.js";
import { readJudgement } from "../parsing/judgement.js";
import { stripThinking } from "../parsing/strip-thinking.js";
import { remember } from "../policies/memory/remember.js";
import type { GroupChatConversation, GroupChatUpdate } from "../state/conversation-state.js";
import { answerForm } from "./answer-form.js";
import { type NodeConfig, type NodeKit, questionFor, runOf, tell } from "./node-kit.js";
import { sceneOf } from "./scene.js";
import { stageBriefOf } from "./stage-brief.js";
import { goOn } from "./stage-check.js";

const structuredJudgement = answerForm({
  sufficient: { type: "boolean", description: "Whether the matter can be decided now." },
  reason: { type: "string", description: "Why, in one sentence." },
  open: { type: "array", items: { type: "string" }, description: "What the next round should take up." },
});

export function createJudgeRound(kit: NodeKit) {
  return async function judgeRound(state: GroupChatConversation, config: NodeConfig): Promise<GroupChatUpdate> {
    const { turn, stage, round } = state;
    const conversation = remember(state);
    const brief = {
      ...sceneOf(state),
      purpose: "judge-round",
      turn,
      conversation,
      stage: stageBriefOf(state),
    } as const;
    const question = questionFor(kit, state, brief, runOf(config));
    const text = await kit.asker.structured(question, structuredJudgement, runOf(config));
    // What cannot be read is no reason to end a discussion: it goes on, as far as the stage allows.
    const read = readJudgement(stripThinking(text)) ?? { sufficient: null, reason: "", open: [] };
    const judgement: Judgement = { turn, stage, round, ...read, answer: text };
    tell(config, { type: "judgement", turn, judgement });
    const judgements = [...state.judgements, judgement];
    return { judgements: [judgement], ...goOn({ ...state, judgements }, null, config) };
  };
}
