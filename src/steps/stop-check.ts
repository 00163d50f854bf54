/** Decides between turns whether the conversation is over. */
import type { BaseMessage } from "@langchain/core/messages";
import { draw } from "../chance.js";
import type { Conversation, ConversationUpdate } from "../state/conversation-state.js";
import { type Line, lineOf, type MessagePlace, placeOf } from "../state/message.js";
import type { StoppingSettings } from "../state/settings.js";
import { togetherRule } from "../state/stage.js";
import { type Ahead, forecastFor } from "../stopping/budget-forecast.js";
import { anyOf } from "../stopping/combine.js";
import type { StopCondition } from "../stopping/condition.js";
import { stopConditionOf } from "../stopping/from-settings.js";
import type { StopDraw, StopReason } from "../stopping/stop-reason.js";
import { afterTurns } from "../stopping/turns.js";
import { hearInterjections } from "./hear-interjections.js";
import { type ModeServices, seedOf } from "./services.js";
import type { StepContext } from "./step.js";
import { summarizeMemory } from "./summarize-memory.js";

/** A conversation that can be ended by a condition. */
export type Talk = Conversation & { readonly stopping: StoppingSettings };

export interface StopRules<State extends Talk> {
  /** Takes the place of the conversation's `stopping` field; `maxTurns` holds in any case. */
  readonly stopWhen?: StopCondition | undefined;
  /** A condition of the mode's own. */
  readonly conditionOf?: (state: State) => StopCondition;
  /** What still has to come, for the forecast of its cost. Default: one turn, the last of which is the last word. */
  readonly aheadOf?: (state: State) => Ahead;
}

const oneTurn: Ahead = { turns: 1 };

/** What was said last: by one, or by all who spoke at once. What listeners add says nothing about whether it is over. */
function latestSpeeches({ messages, decisions }: Talk): Line[] {
  const isSaid = (message: BaseMessage) => placeOf(message)?.kind !== "interjection";
  const spokeAtOnce = (turn: number) => decisions.findLast((decision) => decision.turn === turn)?.rule === togetherRule;
  const last = messages.findLast(isSaid);
  const place = last && placeOf(last);
  if (!last) return [];
  if (place?.kind !== "speech" || !spokeAtOnce(place.turn)) return [lineOf(last)];
  const isOfRound = (other: MessagePlace | undefined) =>
    other?.kind === "speech" && other.stage === place.stage && other.round === place.round && spokeAtOnce(other.turn);
  return messages.filter((message) => isOfRound(placeOf(message))).map(lineOf);
}

/** Whether a condition holds now; a draw is told to whoever watches. */
export function findStop<State extends Talk>(
  state: State,
  { stopWhen, conditionOf, aheadOf = () => oneTurn }: StopRules<State>,
  step: StepContext,
): { readonly reason: StopReason | undefined; readonly found: Pick<ConversationUpdate, "stopDraws" | "spending"> } {
  const { turn, messages, decisions } = state;
  const seed = seedOf(state);
  const speeches = latestSpeeches(state);
  const conditions = [afterTurns(state.maxTurns), stopWhen ?? stopConditionOf(state.stopping)];
  if (conditionOf) conditions.push(conditionOf(state));
  const stopDraws: StopDraw[] = [];
  const reason = anyOf(...conditions)({
    turn,
    turnsThisRun: turn - state.turnAtStart,
    latest: speeches.at(-1),
    speeches,
    // A condition of the caller's own may do with it as it likes.
    decisions: [...decisions],
    drawStop(probability) {
      // A thread that was closed before anybody spoke would be closed by the same draw for ever.
      const closings = messages.filter((message) => placeOf(message)?.kind === "closing").length;
      const drawn = draw({ seed, turn, purpose: "stop", ...(closings > 0 ? { salt: closings } : {}) });
      const stops = drawn < probability;
      step.emit({ type: "stop-draw", turn, probability, draw: drawn, stops });
      stopDraws.push({ turn, probability, draw: drawn, stops });
      return { draw: drawn, stops };
    },
  });
  const forecast = forecastFor(state, aheadOf(state));
  return { reason: reason ?? forecast?.reason, found: { stopDraws, ...(forecast && { spending: forecast.spending }) } };
}

export function createStopCheck<State extends Talk>(services: ModeServices, rules: StopRules<State>) {
  return async function stopCheck(state: State, step: StepContext): Promise<ConversationUpdate> {
    const { reason, found } = findStop(state, rules, step);
    // Who has a last word after the check says that it is over.
    if (reason && !rules.aheadOf?.(state).closing) step.emit({ type: "stopped", turn: state.turn, reason });
    // Nobody is left to answer once it is over: what comes then is heard when the thread goes on.
    if (reason) return { stopReason: reason, ...found };
    return {
      stopReason: null,
      ...found,
      ...(await summarizeMemory(services, state, step)),
      ...(await hearInterjections(services, state, step)),
    };
  };
}
