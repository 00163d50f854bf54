/** Decides after each turn of a meeting where it goes: on in the round, to its judgement, to the next stage, or to its end. */

import { hearInterjections } from "../../steps/hear-interjections.js";
import type { ModeServices } from "../../steps/services.js";
import type { StepContext } from "../../steps/step.js";
import { findStop, type StopRules } from "../../steps/stop-check.js";
import { summarizeMemory } from "../../steps/summarize-memory.js";
import type { StopReason } from "../../stopping/stop-reason.js";
import { isToBeJudged, nextPosition, remainingIn, stageOf, stageSpeech } from "./progress.js";
import type { GroupChatConversation, GroupChatUpdate } from "./state.js";

/** What a meeting ends with that has gone through all its stages. */
function endOf({ turn, stages, judgements, turnAtStart }: GroupChatConversation): StopReason {
  const rounds = judgements.filter((judgement) => judgement.turn > turnAtStart).length;
  return { kind: "stages", turn, stages: stages.length, rounds };
}

/** Leaves a round that is over. */
export function goOn(
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

/** A condition that holds cuts the discussion short: a meeting still sums up and decides. */
export function createStageCheck(services: ModeServices, rules: StopRules<GroupChatConversation>) {
  function check(state: GroupChatConversation, step: StepContext): GroupChatUpdate {
    const { reason, found } = state.cutShort ? { reason: state.cutShort, found: {} } : findStop(state, rules, step);
    const cutShort = reason ?? null;
    const { task } = stageOf(state);
    const said = { ...found, ...(task === "summarize" ? { summary: stageSpeech(state) } : {}) };
    const isRoundOver = remainingIn(state).length === 0;
    const staysOpen = task === "discuss" && cutShort !== null ? false : !isRoundOver || isToBeJudged(state);
    if (staysOpen) return { ...said, cutShort };
    return { ...said, cutShort, ...goOn(state, cutShort, step) };
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
