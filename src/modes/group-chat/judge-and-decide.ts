/** Asks for the judgement of a round, and for the final decision, as structured answers. The decider announces the decision. */
import { remember } from "../../memory/remember.js";
import { answerSchema } from "../../models/structured-output.js";
import type { FinalDecision, Judgement } from "../../state/stage.js";
import { askForStructuredAnswer } from "../../steps/ask-for-structured-answer.js";
import { askPerson } from "../../steps/ask-person.js";
import { sceneOf } from "../../steps/scene.js";
import { callFor, type ModeServices, promptsFor } from "../../steps/services.js";
import { sayAloud, speakForPerson } from "../../steps/speech.js";
import type { StepContext } from "../../steps/step.js";
import { readObject } from "../../text/read-object.js";
import { stripThinking } from "../../text/strip-thinking.js";
import { stageContextOf } from "./progress.js";
import { leaveRound } from "./stage-check.js";
import type { GroupChatConversation, GroupChatUpdate } from "./state.js";

const decisionSchema = answerSchema({
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
    const question = { request, schema: decisionSchema, read: readDecision };
    const finalDecision = await askForStructuredAnswer<FinalDecision>(services, state, question, step);
    const message = await sayAloud(services, state, slot, promptsFor(services, state).announce(finalDecision), step);
    return { messages: [message], turn, nextSpeaker: "", finalDecision };
  };
}

const judgementSchema = answerSchema({
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
    const text = await services.caller.structured(question, judgementSchema, step.call);
    // An unreadable judgement does not end the discussion before the stage's last round.
    const read = readJudgement(stripThinking(text)) ?? { sufficient: null, reason: "", open: [] };
    const judgement: Judgement = { turn, stage, round, ...read, answer: text };
    step.emit({ type: "judgement", turn, judgement });
    const judgements = [...state.judgements, judgement];
    return { judgements: [judgement], ...leaveRound({ ...state, judgements }, null, step) };
  };
}

/** Reads a judgement. Returns null if the answer is not one. */
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

/** Reads a decision. Returns null if the answer has none. Rationale and dissent may be empty. */
export function readDecision(answer: string): FinalDecision | null {
  const fields = readObject(answer);
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name].trim() : "");
  const decision = text("decision");
  return decision === "" ? null : { decision, rationale: text("rationale"), dissent: text("dissent") };
}
