/** Has the one who decides take the meeting's decision, in a form that programs can read, and announce it. */
import { remember } from "../../memory/remember.js";
import { answerForm } from "../../models/answer-form.js";
import type { FinalDecision, Judgement } from "../../state/stage.js";
import { askForForm } from "../../steps/ask-for-form.js";
import { askPerson } from "../../steps/ask-person.js";
import { sceneOf } from "../../steps/scene.js";
import { callFor, type ModeServices, promptsFor } from "../../steps/services.js";
import { sayAloud, speakForPerson } from "../../steps/speech.js";
import type { StepContext } from "../../steps/step.js";
import { readObject } from "../../text/read-object.js";
import { stripThinking } from "../../text/strip-thinking.js";
import { stageContextOf } from "./progress.js";
import { goOn } from "./stage-check.js";
import type { GroupChatConversation, GroupChatUpdate } from "./state.js";

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

/** A judgement, or null where the answer is none. */
export function readJudgement(
  answer: string,
): { readonly sufficient: boolean; readonly reason: string; readonly open: readonly string[] } | null {
  const { sufficient, reason, open } = readObject(answer);
  if (typeof sufficient !== "boolean") return null;
  const points = Array.isArray(open) ? open.filter((point): point is string => typeof point === "string") : [];
  return {
    sufficient,
    reason: typeof reason === "string" ? reason.trim() : "",
    open: points.map((point) => point.trim()).filter(Boolean),
  };
}

/** A decision, or null where the answer has none. Rationale and dissent may be empty. */
export function readDecision(answer: string): FinalDecision | null {
  const fields = readObject(answer);
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name].trim() : "");
  const decision = text("decision");
  return decision === "" ? null : { decision, rationale: text("rationale"), dissent: text("dissent") };
}
