import type { BaseMessage } from "@langchain/core/messages";
import { maySpeak, type Participant } from "../../../core/state/participant.js";
import { placeOf, speakerOf } from "../../../core/text/message.js";
import type { Extent } from "../../../records/estimate.js";
import type { Judgement, Part, Stage, StageTask } from "../../../records/meeting.js";
import type { StageContext } from "../../../records/request.js";
import type { StopReason } from "../../../records/stop-reason.js";
import type { Language } from "../../../words/registry.js";
import { locales } from "../../../words/registry.js";
import { heldBackIn } from "../../steps/floor/restraints.js";
import { type FloorRequest, openRequests } from "../../steps/run/floor-requests.js";
import type { GroupChatConversation } from "./state.js";

const partFor: Readonly<Record<StageTask, Exclude<Part, "auto">>> = {
  present: "presenter",
  discuss: "discusser",
  summarize: "summarizer",
  decide: "decider",
};

function defaultPart(seat: number, seats: number): Part {
  if (seat === 0) return "presenter";
  if (seat === seats - 1) return "decider";
  // In a cast of three, the decider also summarizes, so that one participant is left to discuss.
  return seat === seats - 2 && seats > 3 ? "summarizer" : "discusser";
}

export function assignParts<Member extends Participant>(participants: readonly Member[]): Member[] {
  return participants.map((participant, seat) =>
    participant.part && participant.part !== "auto"
      ? participant
      : { ...participant, part: defaultPart(seat, participants.length) },
  );
}

/** Returns a stage's speakers, at least one: if nobody has the part for the stage's task, others perform the task. */
export function speakersOf({ speakers, task }: Stage, participants: readonly Participant[]): readonly string[] {
  const able = participants.filter(maySpeak);
  const all = able.map(({ name }) => name);
  const listed = speakers.filter((name) => all.includes(name));
  if (listed.length > 0) return listed;
  const withPart = (part: Part) => able.filter((each) => each.part === part).map(({ name }) => name);
  const found = withPart(partFor[task]);
  if (task === "discuss") return found.length > 0 ? found : all;
  if (found.length > 0) return task === "decide" ? found.slice(0, 1) : found;
  const standIn = task === "summarize" ? withPart("decider")[0] : undefined;
  return [standIn ?? (task === "present" ? all[0] : all.at(-1)) ?? ""];
}

/** Limits `maxTurns` to the turns of the shortest or the longest meeting that nothing cuts short. */
export function extremeOfMeeting(
  { stages, participants, maxTurns }: Pick<GroupChatConversation, "stages" | "participants" | "maxTurns">,
  extent: Extent,
) {
  const cast = assignParts(participants);
  const turns = stages.reduce((sum, stage) => {
    const rounds = extent === "most" && stage.task === "discuss" ? stage.maxRounds : stage.minRounds;
    return sum + rounds * speakersOf(stage, cast).length;
  }, 0);
  // At `maxTurns`, a discussion ends without its last judgement, so the limit must be higher if a discussion is last.
  const isJudgedLast = stages.at(-1)?.task === "discuss";
  return { maxTurns: Math.min(maxTurns, isJudgedLast ? turns + 1 : turns) };
}

export function nameStages<Given extends Stage>(stages: readonly Given[], language: Language): Given[] {
  const taken = new Set(stages.map(({ name }) => name));
  const words = locales[language].transcript.stages;
  return stages.map((stage) => {
    if (stage.name !== "") return stage;
    const plain = words[stage.task];
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) name = `${plain} ${number}`;
    taken.add(name);
    return { ...stage, name };
  });
}

export function stageOf({ stages, stage }: GroupChatConversation): Stage {
  const found = stages.find(({ name }) => name === stage);
  if (!found) throw new Error(`there is no stage “${stage}”`);
  return found;
}

/** The speeches of this run, with their places. */
function speechesOfRun({ messages, turnAtStart }: GroupChatConversation) {
  const placed = messages.map((message) => ({ message, place: placeOf(message) }));
  return placed.flatMap(({ message, place }) =>
    place?.kind === "speech" && place.turn > turnAtStart ? [{ message, place }] : [],
  );
}

export function speechesIn(state: GroupChatConversation): BaseMessage[] {
  const here = speechesOfRun(state).filter(({ place }) => place.stage === state.stage && place.round === state.round);
  return here.map(({ message }) => message);
}

export function stageSpeech(state: GroupChatConversation): string {
  const speakers = speakersOf(stageOf(state), state.participants);
  return speechesIn(state).findLast((message) => speakers.includes(speakerOf(message)))?.text ?? "";
}

export function remainingIn(state: GroupChatConversation): string[] {
  const spoken = new Set(speechesIn(state).map(speakerOf));
  const remaining = speakersOf(stageOf(state), state.participants).filter((name) => !spoken.has(name));
  if (stageOf(state).task !== "discuss") return remaining;
  // A round of discussion does not wait for participants who must be mentioned first, unless nobody else can open it.
  const heldBack = heldBackIn(state);
  const ready = remaining.filter((name) => !heldBack.includes(name));
  return ready.length > 0 || spoken.size > 0 ? ready : remaining;
}

export function isNeeded({ stages, stage, participants }: GroupChatConversation, name: string): boolean {
  const ahead = stages.slice(stages.findIndex((each) => each.name === stage));
  return ahead
    .map((each) => speakersOf(each, participants))
    .some(([only, ...others]) => only === name && others.length === 0);
}

/** A newcomer with no part, or with the part of a discusser, joins the discussions that list their speakers by name. */
export function admit({ participants, stages }: GroupChatConversation): Partial<GroupChatConversation> {
  const newcomer = participants.at(-1);
  if (!newcomer || (newcomer.part !== "auto" && newcomer.part !== "discusser")) return {};
  const { name } = newcomer;
  return {
    participants: participants.with(-1, { ...newcomer, part: "discusser" }),
    stages: stages.map((each) =>
      each.task === "discuss" && each.speakers.length > 0 ? { ...each, speakers: [...each.speakers, name] } : each,
    ),
  };
}

function judgementOf({ judgements, stage, round, turnAtStart }: GroupChatConversation): Judgement | undefined {
  return judgements.findLast((each) => each.stage === stage && each.round === round && each.turn > turnAtStart);
}

/** A discussion with a single round ends without a judgement. */
export const isJudged = ({ task, maxRounds }: Stage): boolean => task === "discuss" && maxRounds > 1;

export function needsJudgement(state: GroupChatConversation): boolean {
  return isJudged(stageOf(state)) && remainingIn(state).length === 0 && judgementOf(state) === undefined;
}

export function roundsOfDiscussion(state: GroupChatConversation): number {
  const discussions = new Set<string | null>(
    state.stages.filter(({ task }) => task === "discuss").map(({ name }) => name),
  );
  const places = speechesOfRun(state).map(({ place }) => place);
  const discussed = places.filter(({ stage }) => discussions.has(stage));
  return new Set(discussed.map(({ stage, round }) => `${round} ${stage}`)).size;
}

/**
 * Returns the next stage and round; undefined at the end of the meeting. If a discussion is cut short, skips its
 * remaining rounds and later discussions.
 */
export function nextPosition(state: GroupChatConversation, isCutShort: boolean) {
  const { stages, stage, round } = state;
  const { task, minRounds, maxRounds } = stageOf(state);
  const isSufficient = task !== "discuss" ? round >= minRounds : judgementOf(state)?.sufficient === true;
  const hasAnotherRound = round < minRounds || (round < maxRounds && !isSufficient);
  if (hasAnotherRound && !(isCutShort && task === "discuss")) return { stage, round: round + 1 };
  const after = stages.slice(stages.findIndex(({ name }) => name === stage) + 1);
  const next = after.find((each) => !(isCutShort && each.task === "discuss"));
  return next && { stage: next.name, round: 1 };
}

/** Whether a reason to stop that was found after the turn `stoppedAt` ended a discussion early or prevented one. */
function cutsDiscussion(state: GroupChatConversation, stoppedAt: number): boolean {
  const last = speechesOfRun(state).findLast(({ place }) => place.turn <= stoppedAt)?.place;
  const index = state.stages.findIndex(({ name }) => name === last?.stage);
  const isAhead = state.stages.slice(index + 1).some(({ task }) => task === "discuss");
  if (isAhead || !last || state.stages[index]?.task !== "discuss") return isAhead;
  const messages = state.messages.filter((message) => (placeOf(message)?.turn ?? 0) <= stoppedAt);
  const then = { ...state, messages, stage: last.stage ?? "", round: last.round ?? 1 };
  return remainingIn(then).length > 0 || nextPosition(then, false)?.stage === last.stage;
}

/**
 * Whether a reason to stop changed the meeting: it ended a discussion early, prevented one, or left a request for the
 * floor unanswered. A reason that is first found after the discussions usually changes nothing.
 */
export const isShortened = (state: GroupChatConversation, { turn: stoppedAt }: StopReason): boolean =>
  cutsDiscussion(state, stoppedAt) || openRequests(state).some(({ turn }) => turn > stoppedAt);

/**
 * In the decision stage, requests that give the floor to others come before those that give it to the decider, because
 * the decision usually ends the meeting. Ignores requests made after a reason to stop was found, because they would
 * prolong the meeting.
 */
export function findStageRequest(state: GroupChatConversation): FloorRequest | undefined {
  const { cutShort } = state;
  const requests = openRequests(state).filter(({ turn }) => !cutShort || turn <= cutShort.turn);
  const stage = stageOf(state);
  if (stage.task !== "decide") return requests[0];
  const deciders = speakersOf(stage, state.participants);
  return requests.find(({ participant }) => !deciders.includes(participant)) ?? requests[0];
}

export function stageContextOf(state: GroupChatConversation): StageContext {
  const { name, task } = stageOf(state);
  const judged = state.judgements.findLast(({ turn }) => turn > state.turnAtStart);
  return { name, task, round: state.round, open: judged?.open ?? [] };
}
