import { END, START } from "@langchain/langgraph";
import { maxTurnLimit } from "../../base/limits.js";
import { commonFields, talkFields } from "../../core/state/fields.js";
import { turnLimitOf } from "../../core/state/scene.js";
import type { StopCondition } from "../../core/stopping/condition.js";
import type { CallTarget } from "../models/choose-model.js";
import { type AnySchemas, schemasOf, withFields } from "../state/conversation-state.js";
import { stepNames } from "../state/step-names.js";
import { createSetScene } from "../steps/boundary/set-scene.js";
import { createStopCheck, type Talk } from "../steps/boundary/stop-check.js";
import { byRule, createChooseSpeaker, type FindSpeaker } from "../steps/floor/choose-speaker.js";
import type { FloorRules } from "../steps/floor/open-floor.js";
import { conversationGraph } from "../steps/run/conversation-graph.js";
import { callsOfRule, callsOfSpeakers } from "../steps/run/scene-rules.js";
import { createMeter, unlessPaused } from "../steps/run/step.js";
import { createSpeak, type SpeakRules } from "../steps/speaking/speak.js";
import { type ConversationOptions, servicesOf } from "./options.js";
import { type Offers, withOwnChoices } from "./own-choices.js";

/** The rules of a mode's turns, from which `defineMode` creates the mode's graph. */
export interface TurnRules<State extends Talk> {
  /** Finds the speaker of a turn. Default: the rule that `selection.rule` names. */
  readonly findSpeaker?: FindSpeaker<State>;
  /** The number of turns in a run, unless `maxTurns` is lower. Default: `maxTurns`. */
  readonly turnsOf?: (state: State) => number;
  /** The rules for speeches. Default: the defaults of `SpeakRules`. */
  readonly speak?: SpeakRules<State>;
  /** A stop condition in addition to those of the settings. Default: none. */
  readonly conditionOf?: (state: State) => StopCondition;
}

const talk = schemasOf(talkFields, {});
type SelectingTalk = Talk & { readonly selection?: { readonly rule: string } };

/** For modes that set their own number of turns: the default is so high that the mode's own number is the lower one. */
const longestRun = commonFields.maxTurns.unwrap().default(maxTurnLimit).meta({
  title: "Turns",
  description: "The maximum number of turns. After the last one, the conversation ends, even if it is not complete.",
});

export const schemasFor = <Schemas extends AnySchemas>(schemas: Schemas, { turnsOf }: TurnRules<never>): Schemas =>
  turnsOf ? withFields(schemas, { maxTurns: longestRun }) : schemas;

/** @throws `invalid-input` for invalid options. */
export function turnGraph(
  { name, ...offers }: Offers & { readonly name: string },
  options: ConversationOptions<never>,
  turn: TurnRules<never> = {},
) {
  const { schemas, rules, check } = withOwnChoices(offers, options);
  // The cast is safe because a mode's rules receive only states of that mode, which have all fields of `Talk`.
  const { findSpeaker, turnsOf, speak, conditionOf } = turn as TurnRules<SelectingTalk>;
  const ofTalk = schemas as typeof talk;
  const byRuleOfSettings = byRule<SelectingTalk>(({ selection }) => rules.inForce(selection ?? { rule: "" }));
  const initialFields = (state: SelectingTalk): Partial<SelectingTalk> =>
    turnsOf ? { maxTurns: Math.min(turnLimitOf(state), turnsOf(state)) } : {};
  const whenAsked = ({ selection }: SelectingTalk) =>
    findSpeaker ? "never" : rules.whenAsked(selection ?? { rule: "" });
  const callsOf = (state: SelectingTalk): CallTarget[] => [...callsOfRule(whenAsked(state)), ...callsOfSpeakers(state)];
  const leastCalls = (state: SelectingTalk) => (whenAsked(state) === "always" ? 2 : 1);
  const scene = { fields: ofTalk.fields, check, callsOf, leastCalls, initialFields };
  const floor: FloorRules<SelectingTalk> = { selectionOf: ({ selection }) => selection ?? {} };
  const meter = createMeter(servicesOf(options), scene);
  const stopRules = { stopWhen: options.stopWhen, ...(conditionOf && { conditionOf }) };
  const chooseOrEnd = ({ stopReason }: Talk) => (stopReason ? END : stepNames.chooseSpeaker);
  const nextSteps = [stepNames.chooseSpeaker, stepNames.stopCheck] as const;
  return conversationGraph(name, ofTalk)
    .addNode(stepNames.setScene, meter(createSetScene(scene), { overBudget: "run" }))
    .addNode(stepNames.chooseSpeaker, meter(createChooseSpeaker(findSpeaker ?? byRuleOfSettings, floor)))
    .addNode(stepNames.speak, meter(createSpeak(speak)))
    .addNode(stepNames.stopCheck, meter(createStopCheck(stopRules), { overBudget: "stop" }))
    .addEdge(START, stepNames.setScene)
    .addConditionalEdges(
      stepNames.setScene,
      unlessPaused(() => stepNames.chooseSpeaker),
      [...nextSteps],
    )
    .addEdge(stepNames.chooseSpeaker, stepNames.speak)
    .addEdge(stepNames.speak, stepNames.stopCheck)
    .addConditionalEdges(stepNames.stopCheck, unlessPaused(chooseOrEnd), [...nextSteps, END]);
}
