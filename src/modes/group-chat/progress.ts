/** The progress of a meeting, derived from its messages: who has yet to speak in the round, and what follows the round. */

import type { BaseMessage } from "@langchain/core/messages";
import type { StageContext } from "../../models/request.js";
import type { Judgement, Stage } from "../../state/stage.js";
import { type FloorRequest, openRequests } from "../../steps/floor-requests.js";
import { placeOf, speakerOf } from "../../text/message.js";
import { speakersOf } from "./parts.js";
import type { GroupChatConversation } from "./state.js";

/** A place in the meeting. */
export interface Position {
  readonly stage: string;
  readonly round: number;
}

export function stageOf({ stages, stage }: GroupChatConversation): Stage {
  const found = stages.find(({ name }) => name === stage);
  if (!found) throw new Error(`there is no stage “${stage}”`);
  return found;
}

/** The speeches of the current round in this run. */
function speechesIn({ messages, stage, round, turnAtStart }: GroupChatConversation): BaseMessage[] {
  return messages.filter((message) => {
    const place = placeOf(message);
    return place?.kind === "speech" && place.stage === stage && place.round === round && place.turn > turnAtStart;
  });
}

/** Whether any participant has spoken in the round. */
export const hasRoundStarted = (state: GroupChatConversation) => speechesIn(state).length > 0;

/** The latest speech in the round by a speaker of the stage; empty if there is none. */
export function stageSpeech(state: GroupChatConversation): string {
  const speakers = speakersOf(stageOf(state), state.participants);
  return speechesIn(state).findLast((message) => speakers.includes(speakerOf(message)))?.text ?? "";
}

/** The names of those who have yet to speak in the round, in the order of speaking. */
export function remainingIn(state: GroupChatConversation): string[] {
  const spoken = new Set(speechesIn(state).map(speakerOf));
  return speakersOf(stageOf(state), state.participants).filter((name) => !spoken.has(name));
}

/** The judgement of the round; undefined before there is one. */
function judgementOf({ judgements, stage, round, turnAtStart }: GroupChatConversation): Judgement | undefined {
  return judgements.findLast((each) => each.stage === stage && each.round === round && each.turn > turnAtStart);
}

/** The points that the latest judgement left open. */
function openPoints({ judgements, turnAtStart }: GroupChatConversation): readonly string[] {
  return judgements.findLast(({ turn }) => turn > turnAtStart)?.open ?? [];
}

/** Whether the round is over but has not been judged yet. */
export function needsJudgement(state: GroupChatConversation): boolean {
  return stageOf(state).task === "discuss" && remainingIn(state).length === 0 && judgementOf(state) === undefined;
}

/** The position after a complete round; undefined at the end of the meeting. A discussion that is cut short has no more rounds. */
export function nextPosition(state: GroupChatConversation, isCutShort: boolean): Position | undefined {
  const { stages, stage, round } = state;
  const { task, minRounds, maxRounds } = stageOf(state);
  const isSufficient = task !== "discuss" ? round >= minRounds : judgementOf(state)?.sufficient === true;
  const hasAnotherRound = round < minRounds || (round < maxRounds && !isSufficient);
  if (hasAnotherRound && !(isCutShort && task === "discuss")) return { stage, round: round + 1 };
  const after = stages.slice(stages.findIndex(({ name }) => name === stage) + 1);
  const next = after.find((each) => !(isCutShort && each.task === "discuss"));
  return next && { stage: next.name, round: 1 };
}

/**
 * The next open request for the floor. Before the decision, which ends the meeting, the other participants answer first. After a
 * discussion is cut short, new interjections do not prolong it.
 */
export function findStageRequest(state: GroupChatConversation): FloorRequest | undefined {
  const { cutShort } = state;
  const requests = openRequests(state).filter(({ interjection }) => !cutShort || interjection.turn <= cutShort.turn);
  const stage = stageOf(state);
  if (stage.task !== "decide") return requests[0];
  const deciders = speakersOf(stage, state.participants);
  return requests.find(({ participant }) => !deciders.includes(participant)) ?? requests[0];
}

export function stageContextOf(state: GroupChatConversation): StageContext {
  const { name, task } = stageOf(state);
  return { name, task, round: state.round, open: openPoints(state) };
}
