/** Decides after each turn how a meeting continues: with the round, its judgement, the next stage, or the end. */

import { hearInterjections } from "../../steps/hear-interjections.js";
import type { ModeServices } from "../../steps/services.js";
import type { StepContext } from "../../steps/step.js";
import { findStop, type StopRules } from "../../steps/stop-check.js";
import { summarizeMemory } from "../../steps/summarize-memory.js";
import type { StopReason } from "../../stopping/stop-reason.js";
import { needsJudgement, nextPosition, remainingIn, stageOf, stageSpeech } from "./progress.js";
import type { GroupChatConversation, GroupChatUpdate } from "./state.js";

/** The stop reason of a meeting that has completed all its stages. */
function endOf({ turn, stages, judgements, turnAtStart }: GroupChatConversation): StopReason {
  const rounds = judgements.filter((judgement) => judgement.turn > turnAtStart).length;
  return { kind: "stages", turn, stages: stages.length, rounds };
}

/** Leaves a complete round: for the next round or stage, or for the end. */
export function leaveRound(
  state: GroupChatConversation,
  cutShort: StopReason | null,
  step: StepContext,
): Pick<GroupChatUpdate, "stage" | "round" | "stopReason"> {
  const next = nextPosition(state, cutShort !== null);
  if (next) return next;
  const reason: StopReason = cutShort ? { kind: "cut-short", turn: state.turn, reason: cutShort } : endOf(state);
  step.emit({ type: "stopped", turn: state.turn, reason });
  return { stopReason: reason };
}

/** A stop condition cuts the discussion short; the meeting still summarizes and decides. */
export function createStageCheck(services: ModeServices, rules: StopRules<GroupChatConversation>) {
  function check(state: GroupChatConversation, step: StepContext): GroupChatUpdate {
    const { reason, found } = state.cutShort ? { reason: state.cutShort, found: {} } : findStop(state, rules, step);
    const cutShort = reason ?? null;
    const { task } = stageOf(state);
    const update = { ...found, ...(task === "summarize" ? { summary: stageSpeech(state) } : {}) };
    const isRoundOver = remainingIn(state).length === 0;
    const staysOpen = task === "discuss" && cutShort !== null ? false : !isRoundOver || needsJudgement(state);
    if (staysOpen) return { ...update, cutShort };
    return { ...update, cutShort, ...leaveRound(state, cutShort, step) };
  }

  return async function stopCheck(state: GroupChatConversation, step: StepContext): Promise<GroupChatUpdate> {
    const update = check(state, step);
    if (update.stopReason) return update;
    const { stage = state.stage, round = state.round } = update;
    const here: GroupChatConversation = { ...state, stage, round };
    return {
      ...update,
      ...(await summarizeMemory(services, state, step)),
      ...(await hearInterjections(services, here, step)),
    };
  };
}
