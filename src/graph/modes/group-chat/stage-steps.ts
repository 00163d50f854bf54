import { remember } from "../../../core/memory/remember.js";
import { highestBid } from "../../../core/selection/highest-bid.js";
import type { RuleDefinition } from "../../../core/selection/rule.js";
import type { Participant } from "../../../core/state/participant.js";
import type { Rejection } from "../../../core/state/people.js";
import { speakerOf } from "../../../core/text/message.js";
import { readObject } from "../../../core/text/read-answer.js";
import type { Decision, Exclusion } from "../../../records/decision.js";
import { type FinalDecision, type Judgement, type SpeakingOrder, togetherRule } from "../../../records/meeting.js";
import type { StopReason } from "../../../records/stop-reason.js";
import { answerSchema } from "../../models/structured-output.js";
import { summarizeMemory } from "../../steps/boundary/between-turns.js";
import { hearInbox } from "../../steps/boundary/hear-inbox.js";
import { findStop, type StopRules } from "../../steps/boundary/stop-check.js";
import {
  announce,
  askRule,
  byRule,
  createChooseSpeaker,
  recordDecision,
  takeFloor,
} from "../../steps/floor/choose-speaker.js";
import { type FloorRules, type OpenFloor, openFloor } from "../../steps/floor/open-floor.js";
import { callFor, personalScene, promptsFor, sceneOf } from "../../steps/run/services.js";
import type { StepContext } from "../../steps/run/step-context.js";
import { askForStructuredAnswer } from "../../steps/speaking/ask-for-structured-answer.js";
import { askPerson, missTurn } from "../../steps/speaking/ask-person.js";
import { awaitApproval } from "../../steps/speaking/await-approval.js";
import { sayAloud, speakForPerson } from "../../steps/speaking/speech.js";
import {
  findStageRequest,
  isShortened,
  needsJudgement,
  nextPosition,
  remainingIn,
  roundsOfDiscussion,
  speakersOf,
  speechesIn,
  stageContextOf,
  stageOf,
  stageSpeech,
} from "./progress.js";
import type { GroupChatConversation, GroupChatUpdate } from "./state.js";

function excludedOf(state: GroupChatConversation): Exclusion[] {
  const remaining = new Set(remainingIn(state));
  const spoken = new Set(speechesIn(state).map(speakerOf));
  const speakers = new Set(speakersOf(stageOf(state), state.participants));
  const reasonOf = (name: string) => (spoken.has(name) ? "spoke-this-round" : "only-when-mentioned");
  return state.participants
    .filter(({ name }) => !remaining.has(name))
    .map(({ name }) => ({ participant: name, reason: speakers.has(name) ? reasonOf(name) : "not-in-stage" }));
}

export const stageFloorRules: FloorRules<GroupChatConversation> = {
  excludedOf,
  selectionOf: ({ selection }) => selection,
  bidsOf: ({ bids }) => bids,
  scaleOf: ({ bidding }) => bidding.scale,
  requestOf: findStageRequest,
};

export function isOrderedBy(order: SpeakingOrder, state: GroupChatConversation): boolean {
  const stage = stageOf(state);
  return stage.order === order && stage.task !== "decide" && remainingIn(state).length > 1 && !findStageRequest(state);
}

const plainSelection = { aging: 0, centre: 0, addressed: false, mentionPoints: 0, tieBreak: "random" } as const;

function stageOrder(floor: OpenFloor<GroupChatConversation>, step: StepContext) {
  const { state, candidates } = floor;
  if (floor.bids.length > 0) return askRule(highestBid, { ...floor, settings: plainSelection }, step);
  const remaining = remainingIn(state);
  const next = remaining.flatMap((name) => candidates.find(({ participant }) => participant.name === name) ?? [])[0];
  return next && { seat: next.seat, rule: "in-turn" };
}

function giveToAll(state: GroupChatConversation): Decision[] {
  const open = openFloor(state, { excludedOf });
  return remainingIn(state).map((name, index) => {
    const seat = state.participants.findIndex((each) => each.name === name);
    const floor = { ...open.floor, turn: open.floor.turn + index };
    return recordDecision({ ...open, floor }, { seat, rule: togetherRule });
  });
}

/** `rule`: the caller's rule, which replaces the stage's order unless the order is `together`. */
export function createStageChoice(rule: RuleDefinition | undefined) {
  const chooseOne = createChooseSpeaker(rule ? byRule(() => rule) : stageOrder, stageFloorRules);
  return async function chooseSpeaker(state: GroupChatConversation, step: StepContext): Promise<GroupChatUpdate> {
    const { stage, round } = state;
    if (speechesIn(state).length === 0) step.emit({ type: "round-start", turn: state.turn + 1, stage, round });
    return isOrderedBy("together", state) ? announce(giveToAll(state), step) : chooseOne(state, step);
  };
}

function leaveRound(
  state: GroupChatConversation,
  cutShort: StopReason | null,
  step: StepContext,
): Pick<GroupChatUpdate, "stage" | "round" | "stopReason"> {
  const next = nextPosition(state, cutShort !== null);
  if (next) return next;
  const { turn, stages } = state;
  const rounds = roundsOfDiscussion(state);
  const reason: StopReason =
    cutShort && isShortened(state, cutShort)
      ? { kind: "cut-short", turn, reason: cutShort }
      : { kind: "stages", turn, stages: stages.length, rounds };
  step.emit({ type: "stopped", turn, reason });
  return { stopReason: reason };
}

/** Creates the stop check. A reason to stop ends only discussions; the meeting still summarizes and decides. */
export function createStageCheck(rules: StopRules<GroupChatConversation>) {
  return async function stopCheck(state: GroupChatConversation, step: StepContext): Promise<GroupChatUpdate> {
    const { reason, found } = state.cutShort
      ? { reason: state.cutShort, found: {} }
      : await findStop(state, rules, step);
    const cutShort = reason ?? null;
    const { task } = stageOf(state);
    const isCutShort = task === "discuss" && cutShort !== null;
    const isOver = (at: GroupChatConversation) => remainingIn(at).length === 0 && !needsJudgement(at);
    // Unless it is cut short, the discussion must not end before the inbox is read, because the inbox may contain a
    // question to a participant, who would still answer it in the discussion.
    const endsAtOnce = isOver(state) && task !== "discuss";
    const isAnswered = (at: GroupChatConversation) => stageOf(at).task !== "discuss" || !findStageRequest(at);
    const summary = task === "summarize" ? { summary: stageSpeech(state) } : {};
    const position: GroupChatUpdate = isCutShort || endsAtOnce ? leaveRound(state, cutShort, step) : {};
    const update: GroupChatUpdate = { ...found, cutShort, ...summary, ...position };
    if (update.stopReason) return update;
    const { stage = state.stage, round = state.round } = update;
    const here: GroupChatConversation = { ...state, stage, round };
    const memory = await summarizeMemory(state, step);
    const { heard, after } = await hearInbox(here, step);
    // A control in the inbox may have muted the round's last speakers, which ends the round.
    return {
      ...update,
      ...memory,
      ...heard,
      ...(isOver(after) && isAnswered(after) ? leaveRound(after, cutShort, step) : {}),
    };
  };
}

const decisionSchema = answerSchema({
  decision: { type: "string", description: "What is decided." },
  rationale: { type: "string", description: "The reasons that mattered, and who gave them." },
  dissent: { type: "string", description: "Who disagreed and about what; empty if nobody did." },
});

export async function decide(state: GroupChatConversation, step: StepContext): Promise<GroupChatUpdate> {
  const { self, recorded } = takeFloor(state, step);
  return { ...(await sayDecision(state, self, step)), ...recorded, nextSpeaker: "" };
}

async function sayDecision(state: GroupChatConversation, self: Participant, step: StepContext) {
  const turn = state.turn + 1;
  const stage = stageContextOf(state);
  const place = { stage: stage.name, round: stage.round };
  const slot = { speaker: self.name, turn, kind: "speech", id: `turn-${turn}`, ...place } as const;
  if (self.human) {
    const { text: decision, isLate } = await askPerson(
      state,
      { participant: self.name, turn, purpose: "decide" },
      step,
    );
    // The meeting needs this decision, so the run stops even if `onHumanTimeout` is not `stop`.
    if (isLate) return missTurn({ ...state, onHumanTimeout: "stop" }, slot, decision, step);
    const messages = [speakForPerson(state, slot, decision, step)];
    return { messages, turn, finalDecision: { decision, rationale: "", dissent: "" } };
  }
  const request = { ...personalScene(state, self, turn), purpose: "decide", stage } as const;
  const { announce } = promptsFor(step, state);
  const make = async (rejections: readonly Rejection[] = []) => {
    const made = await askForStructuredAnswer(state, request, decisionSchema, readDecision, step, rejections);
    return { text: announce(made), answer: JSON.stringify(made), faults: [], extra: made };
  };
  const say = (text: string) => sayAloud(state, slot, text, step);
  if (!self.approve) {
    const { text, extra: finalDecision } = await make();
    return { messages: [await say(text)], turn, finalDecision };
  }
  const asked = { participant: self.name, turn, purpose: "decide" } as const;
  const { message, corrections, text, isEdited, extra } = await awaitApproval(state, asked, make, say, step);
  const finalDecision = isEdited ? { decision: text, rationale: "", dissent: "" } : extra;
  return { messages: [message], turn, corrections, finalDecision };
}

const judgementSchema = answerSchema({
  sufficient: { type: "boolean", description: "Whether the matter can be decided now." },
  reason: { type: "string", description: "Why, in one sentence." },
  open: { type: "array", items: { type: "string" }, description: "What the next round should take up." },
});

export async function judgeRound(state: GroupChatConversation, step: StepContext): Promise<GroupChatUpdate> {
  const { turn, stage, round } = state;
  const scene = { ...sceneOf(state), turn, conversation: remember(state) };
  const request = { ...scene, purpose: "judge-round", stage: stageContextOf(state) } as const;
  const question = callFor(step, state, request);
  const { text, isTooLong } = await step.services.caller.structured(question, judgementSchema, step.call);
  // After an unreadable judgement, the discussion continues if the stage allows another round.
  const read = (isTooLong ? null : readJudgement(text)) ?? { sufficient: null, reason: "", open: [] };
  const judgement: Judgement = { turn, stage, round, ...read, answer: text };
  step.emit({ type: "judgement", turn, judgement });
  const judgements = [...state.judgements, judgement];
  return { judgements: [judgement], ...leaveRound({ ...state, judgements }, null, step) };
}

const textOf = (value: unknown) => (typeof value === "string" ? value.trim() : "");

export function readJudgement(answer: string): Pick<Judgement, "sufficient" | "reason" | "open"> | null {
  const { sufficient, reason, open } = readObject(answer);
  if (typeof sufficient !== "boolean") return null;
  const points = Array.isArray(open) ? open.map(textOf).filter(Boolean) : [];
  return { sufficient, reason: textOf(reason), open: points };
}

export function readDecision(answer: string): FinalDecision | null {
  const { decision, rationale, dissent } = readObject(answer);
  const given = { decision: textOf(decision), rationale: textOf(rationale), dissent: textOf(dissent) };
  return given.decision === "" ? null : given;
}
