/** Gives the floor in a meeting, by the stage's order: to one speaker, or to all remaining speakers of the round at once. */
import type { Decision, Exclusion } from "../../selection/decision.js";
import { highestBid } from "../../selection/highest-bid.js";
import type { RuleDefinition, Selected } from "../../selection/rule.js";
import { togetherRule } from "../../state/stage.js";
import { askRule, recordDecision, trackDraws } from "../../steps/choose-speaker.js";
import { grantRequest } from "../../steps/floor-requests.js";
import { type FloorRules, type OpenFloor, openFloor } from "../../steps/open-floor.js";
import type { StepContext } from "../../steps/step.js";
import { speakersOf } from "./parts.js";
import { findStageRequest, hasRoundStarted, remainingIn, stageOf } from "./progress.js";
import type { GroupChatConversation, GroupChatUpdate } from "./state.js";

/** Excludes participants who have no part in the stage, or have spoken in the round. */
function excludedOf(state: GroupChatConversation): Exclusion[] {
  const remaining = new Set(remainingIn(state));
  const speakers = new Set(speakersOf(stageOf(state), state.participants));
  return state.participants
    .filter(({ name }) => !remaining.has(name))
    .map(({ name }) => ({ participant: name, reason: speakers.has(name) ? "spoke-this-round" : "not-in-stage" }));
}

export const stageFloorRules: FloorRules<GroupChatConversation> = {
  excludedOf,
  bidsOf: ({ bids }) => bids,
  requestOf: findStageRequest,
};

/** Whether all remaining speakers of the round speak at once. */
function speakTogether(state: GroupChatConversation): boolean {
  const { order, task } = stageOf(state);
  return order === "together" && task !== "decide" && remainingIn(state).length > 1 && !findStageRequest(state);
}

/** Whether the remaining speakers of the round bid for the next turn. */
export function isAuction(state: GroupChatConversation): boolean {
  const { order, task } = stageOf(state);
  return order === "bidding" && task !== "decide" && remainingIn(state).length > 1 && !findStageRequest(state);
}

const plainSelection = { aging: 0, centre: 0, addressed: false, mentionPoints: 0 } as const;

/** The rule of a meeting: the highest bid where there were bids, else the stage's order. */
function stageOrder(floor: OpenFloor<GroupChatConversation>): Selected {
  const { state, candidates } = floor;
  if (floor.bids.length > 0) return askRule(highestBid, { ...floor, settings: plainSelection });
  const [next] = remainingIn(state);
  const found = candidates.find(({ participant }) => participant.name === next);
  return found && { seat: found.seat, rule: "in-turn" };
}

/** Gives every remaining speaker a turn of its own, in the order of speaking. */
function giveToAll(state: GroupChatConversation): Decision[] {
  const open = openFloor(state, stageFloorRules);
  return remainingIn(state).flatMap((name, index) => {
    const found = open.floor.candidates.find(({ participant }) => participant.name === name);
    const floor = { ...open.floor, turn: open.floor.turn + index };
    return found ? recordDecision({ ...open, floor }, { seat: found.seat, rule: togetherRule }, null) : [];
  });
}

export function createStageChoice(rule: RuleDefinition | undefined) {
  const select = (floor: OpenFloor<GroupChatConversation>) => (rule ? askRule(rule, floor) : stageOrder(floor));

  function giveToOne(state: GroupChatConversation): Decision {
    const open = openFloor(state, stageFloorRules);
    const { floor, drawn } = trackDraws(open.floor);
    return recordDecision(open, grantRequest(floor, findStageRequest(state)) ?? select(floor), drawn());
  }

  return function chooseSpeaker(state: GroupChatConversation, step: StepContext): GroupChatUpdate {
    const { stage, round } = state;
    if (!hasRoundStarted(state)) step.emit({ type: "round-start", turn: state.turn + 1, stage, round });
    const decisions = speakTogether(state) ? giveToAll(state) : [giveToOne(state)];
    for (const decision of decisions) step.emit({ type: "decision", turn: decision.turn, decision });
    return { decisions, nextSpeaker: decisions.length === 1 ? (decisions[0]?.speaker ?? "") : "" };
  };
}
