/** Round-robin, and other conversations in which a rule alone gives the floor. */
import { END, START } from "@langchain/langgraph";
import {
  type OrderSettings,
  type OwnRules,
  ruleBook,
  rulesWithoutBids,
  selectionField,
} from "../../../core/selection/registry.js";
import type { SelectionRule } from "../../../core/selection/rule.js";
import { talkFields } from "../../../core/state/fields.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import { type ConversationUpdate, type StateOf, schemasOf, withSelection } from "../../state/conversation-state.js";
import { stepNames } from "../../state/step-names.js";
import { createSetScene } from "../../steps/boundary/set-scene.js";
import { createStopCheck } from "../../steps/boundary/stop-check.js";
import { byRule, createChooseSpeaker } from "../../steps/floor/choose-speaker.js";
import { conversationGraph, type ModeGraph } from "../../steps/run/conversation-graph.js";
import { callsOfSpeakers } from "../../steps/run/scene-rules.js";
import { createMeter, unlessPaused } from "../../steps/run/step.js";
import { createSpeak } from "../../steps/speaking/speak.js";
import { defineMode } from "../mode.js";
import { type ConversationOptions, servicesOf } from "../options.js";

const roundRobin = schemasOf({ ...talkFields, selection: selectionField(rulesWithoutBids, "round-robin") }, {});
export interface RoundRobinConversation extends StateOf<typeof roundRobin> {}

export interface RoundRobinBuilder extends ModeGraph<typeof roundRobin, RoundRobinConversation, ConversationUpdate> {}

const chooseOrEnd = ({ stopReason }: RoundRobinConversation) => (stopReason ? END : stepNames.chooseSpeaker);

/**
 * Makes the round-robin mode: `set-scene → choose-speaker → speak → stop-check → … | END`. With `selection.lead`, one
 * participant speaks first and then after each of the others, like the storyteller of a game. `selection.rule` chooses another
 * order without bids. Returns an uncompiled builder.
 *
 * @throws `invalid-input` for invalid options.
 */
export function createRoundRobin(options: ConversationOptions<RoundRobinConversation> = {}): RoundRobinBuilder {
  const rules = ruleBook(rulesWithoutBids, options);
  const schemas = options.rules ? withSelection(roundRobin, selectionField(rules.offered, "round-robin")) : roundRobin;
  const scene = { fields: schemas.fields, check: rules.check, callsOf: callsOfSpeakers, leastCalls: () => 1 };
  const meter = createMeter(servicesOf(options), scene);
  const selectionOf = ({ selection }: RoundRobinConversation) => selection;
  const find = byRule<RoundRobinConversation>(({ selection }) => rules.inForce(selection));
  const { stopWhen } = options;
  const nextSteps = [stepNames.chooseSpeaker, stepNames.stopCheck] as const;
  const graph = conversationGraph("round-robin", schemas)
    .addNode(stepNames.setScene, meter(createSetScene(scene), { overBudget: "run" }))
    .addNode(stepNames.chooseSpeaker, meter(createChooseSpeaker(find, { selectionOf })))
    .addNode(stepNames.speak, meter(createSpeak()))
    .addNode(stepNames.stopCheck, meter(createStopCheck({ stopWhen }), { overBudget: "stop" }))
    .addEdge(START, stepNames.setScene)
    .addConditionalEdges(
      stepNames.setScene,
      unlessPaused(() => stepNames.chooseSpeaker),
      [...nextSteps],
    )
    .addEdge(stepNames.chooseSpeaker, stepNames.speak)
    .addEdge(stepNames.speak, stepNames.stopCheck)
    .addConditionalEdges(stepNames.stopCheck, unlessPaused(chooseOrEnd), [...nextSteps, END]);
  return graph as unknown as RoundRobinBuilder;
}

export const roundRobinMode = defineMode({
  name: "round-robin",
  schemas: roundRobin,
  check: ruleBook(rulesWithoutBids).check,
  create: createRoundRobin,
});

/** Options with a rule in `selectSpeaker`, or with `rules` that `selection.rule` chooses from. */
export type OwnRuleOptions = ConversationOptions<RoundRobinConversation> &
  ({ readonly selectSpeaker: SelectionRule<OrderSettings> } | { readonly rules: OwnRules<OrderSettings> });

/**
 * Makes a conversation whose speakers are chosen by a caller's own rule: `selectSpeaker`, or the one of `rules` that
 * `selection.rule` names. Graph and input are those of the round-robin mode. Returns an uncompiled builder. The run throws
 * `invalid-selection` if the rule chooses no candidate.
 *
 * @throws `invalid-input` without a rule, or for invalid options.
 *
 * @example
 * ```ts
 * const lottery: SelectionRule = ({ candidates, draw }) => candidates[Math.floor(draw("rule") * candidates.length)];
 * const graph = createConversation({ selectSpeaker: lottery }).compile();
 * ```
 */
export function createConversation(options: OwnRuleOptions): RoundRobinBuilder {
  if (options?.selectSpeaker === undefined && options?.rules === undefined)
    throw invalidField("selectSpeaker", "expected", { expected: "selection-rule" });
  return createRoundRobin(options);
}
