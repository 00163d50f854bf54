import type { BaseMessage } from "@langchain/core/messages";
import { draw } from "../../../base/chance.js";
import { onOneLine } from "../../../base/escape-text.js";
import { lazy } from "../../../base/lazy.js";
import { remember } from "../../../core/memory/remember.js";
import { type Ahead, forecastFor } from "../../../core/stopping/budget-forecast.js";
import { anyOf } from "../../../core/stopping/combine.js";
import type { StopCondition } from "../../../core/stopping/condition.js";
import { judgesOf, type StoppingSettings, stopConditionOf } from "../../../core/stopping/registry.js";
import { afterTurns } from "../../../core/stopping/turns.js";
import { lineOf, placeOf } from "../../../core/text/message.js";
import { readObject } from "../../../core/text/read-answer.js";
import { togetherRule } from "../../../records/meeting.js";
import type { Line, MessagePlace } from "../../../records/message.js";
import type { StopDraw, StopReason, Verdict } from "../../../records/stop-reason.js";
import { answerSchema } from "../../models/structured-output.js";
import type { Conversation, ConversationUpdate } from "../../state/conversation-state.js";
import { spokenIn } from "../floor/open-floor.js";
import { callFor, sceneOf, seedOf } from "../run/services.js";
import type { StepContext } from "../run/step-context.js";
import { canContinue, summarizeMemory } from "./between-turns.js";
import { hearInbox } from "./hear-inbox.js";

export type Talk = Conversation & { readonly stopping: StoppingSettings };

export interface StopRules<State extends Talk> {
  /** Replaces the conversation's `stopping` field; `maxTurns` always applies. */
  readonly stopWhen?: StopCondition | undefined;
  readonly conditionOf?: (state: State) => StopCondition;
  /**
   * The turns and calls that the budget must still cover after this check. Default: one turn, which may be the last.
   */
  readonly aheadOf?: (state: State) => Ahead;
}

/** Returns the latest message other than an interjection; if it belongs to a round spoken together, the whole round. */
function latestSpeeches({ messages, decisions, turnAtStart }: Talk): Line[] {
  const isSaid = (message: BaseMessage) => placeOf(message)?.kind !== "interjection";
  const spokeAtOnce = (turn: number) => decisions.findLast((decision) => decision.turn === turn)?.rule === togetherRule;
  const last = messages.findLast(isSaid);
  const place = last && placeOf(last);
  if (!last) return [];
  if (place?.kind !== "speech" || !spokeAtOnce(place.turn)) return [lineOf(last)];
  const isOfRound = (other: MessagePlace | undefined) =>
    other?.kind === "speech" &&
    // An earlier run may have had the same stage and round.
    other.turn > turnAtStart &&
    other.stage === place.stage &&
    other.round === place.round &&
    spokeAtOnce(other.turn);
  return messages.filter((message) => isOfRound(placeOf(message))).map(lineOf);
}

/** After an unreadable answer, or a failure that `canContinue` accepts, the conversation continues. */
async function askJudges(state: Talk, step: StepContext): Promise<Verdict[]> {
  const { turn, turnAtStart, maxTurns, stopping, verdicts } = state;
  const lastOf = (name: string) => verdicts.findLast(({ condition }) => condition === name)?.turn ?? 0;
  const due = judgesOf(step.services.conditions, stopping).filter(
    ({ name, every }) => turn - Math.max(turnAtStart, lastOf(name)) >= every,
  );
  // At `maxTurns`, there is a reason to stop in any case.
  if (due.length === 0 || turn - turnAtStart >= maxTurns) return [];
  const scene = { ...sceneOf(state), turn, conversation: remember(state) };
  return Promise.all(
    due.map(async ({ name, judge: { purpose, fields, read } }) => {
      const call = callFor(step, state, { ...scene, purpose });
      const answer = await step.services.caller.structured(call, answerSchema(fields), step.call).catch((error) => {
        if (!canContinue(error, step)) throw error;
        step.usage.warnings.push({ purpose, participant: "", reason: error.message });
        return { text: "", isTooLong: false };
      });
      const { text, isTooLong } = answer;
      const { holds, evidence } = (isTooLong ? null : read(readObject(text))) ?? { holds: null, evidence: "" };
      const verdict = { turn, condition: name, holds, evidence: onOneLine(evidence.trim()), answer: text };
      step.emit({ type: "verdict", turn, verdict });
      return verdict;
    }),
  );
}

export async function findStop<State extends Talk>(
  state: State,
  { stopWhen, conditionOf, aheadOf = () => ({ turns: 1 }) }: StopRules<State>,
  step: StepContext,
): Promise<{
  readonly reason: StopReason | undefined;
  readonly found: Pick<ConversationUpdate, "stopDraws" | "verdicts" | "spending">;
}> {
  const { turn, turnAtStart, messages, decisions, participants, language } = state;
  const seed = seedOf(state);
  const verdicts = stopWhen ? [] : await askJudges(state, step);
  const speeches = latestSpeeches(state);
  const conditions = [
    afterTurns(state.maxTurns),
    stopWhen ?? stopConditionOf(step.services.conditions, state.stopping),
  ];
  if (conditionOf) conditions.push(conditionOf(state));
  // Conditions receive copies, because a caller's condition might change the lists. Few conditions read the lists, so
  // they are copied on first use.
  const spoken = lazy(() => [...spokenIn(state)]);
  const ownDecisions = lazy(() => [...decisions]);
  const stopDraws: StopDraw[] = [];
  const reason = anyOf(...conditions)({
    turn,
    turnsThisRun: turn - turnAtStart,
    latest: speeches.at(-1),
    speeches,
    get spoken() {
      return spoken();
    },
    verdicts: [...state.verdicts.filter((verdict) => verdict.turn > turnAtStart), ...verdicts],
    names: participants.map(({ name }) => name),
    topic: state.topic,
    language,
    get decisions() {
      return ownDecisions();
    },
    drawStop(probability) {
      // If a run closes before anybody speaks, `turn` stays the same. Without a salt, the next run would repeat the
      // draw and close as well.
      const closings = messages.filter((message) => placeOf(message)?.kind === "closing").length;
      const drawn = draw({ seed, turn, purpose: "stop", ...(closings > 0 ? { salt: closings } : {}) });
      const stops = drawn < probability;
      step.emit({ type: "stop-draw", turn, probability, draw: drawn, stops });
      stopDraws.push({ turn, probability, draw: drawn, stops });
      return { draw: drawn, stops };
    },
  });
  const forecast = forecastFor(state, aheadOf(state));
  const spending = forecast ? { spending: forecast.spending } : {};
  return { reason: reason ?? forecast?.reason, found: { stopDraws, verdicts, ...spending } };
}

export function createStopCheck<State extends Talk>(rules: StopRules<State>) {
  return async function stopCheck(state: State, step: StepContext): Promise<ConversationUpdate> {
    const { reason, found } = await findStop(state, rules, step);
    // A mode with a closing message emits `stopped` itself, after that message.
    if (reason && !rules.aheadOf?.(state).closing) step.emit({ type: "stopped", turn: state.turn, reason });
    // Interjections that arrive from now on are read by the thread's next run.
    if (reason) return { stopReason: reason, ...found };
    return {
      stopReason: null,
      ...found,
      ...(await summarizeMemory(state, step)),
      ...(await hearInbox(state, step)).heard,
    };
  };
}
