/** Round-robin, and other conversations in which a rule alone gives the floor. */

import { END, START } from "@langchain/langgraph";
import { inputProblem, invalidInput } from "../../errors.js";
import { type OwnRules, ruleBook, rulesWithoutBids, selectionField } from "../../selection/registry.js";
import type { SelectionRule } from "../../selection/rule.js";
import { type ConversationUpdate, type StateOf, schemasOf, withSelection } from "../../state/conversation-state.js";
import { talkFields } from "../../state/fields.js";
import { stepNames } from "../../state/step-names.js";
import { askRule, createChooseSpeaker } from "../../steps/choose-speaker.js";
import { conversationGraph, type ModeGraph } from "../../steps/conversation-graph.js";
import type { ModeServices } from "../../steps/services.js";
import { callsOfSpeakers, createSetScene } from "../../steps/set-scene.js";
import { createSpeak } from "../../steps/speak.js";
import { createMeter } from "../../steps/step.js";
import { createStopCheck } from "../../steps/stop-check.js";
import { defineMode } from "../mode.js";
import { type ConversationOptions, servicesOf } from "../options.js";

const roundRobinFields = {
  ...talkFields,
  selection: selectionField(rulesWithoutBids, "round-robin"),
};

const roundRobin = schemasOf(roundRobinFields, {});
export interface RoundRobinConversation extends StateOf<typeof roundRobin> {}
export type OwnRuleConversation = RoundRobinConversation;

export interface RoundRobinBuilder extends ModeGraph<typeof roundRobin, RoundRobinConversation, ConversationUpdate> {}

/** The graph of a conversation whose settings choose one of the rules without bids. */
function ruleGraph(services: ModeServices, options: ConversationOptions<RoundRobinConversation>): RoundRobinBuilder {
  const rules = ruleBook(rulesWithoutBids, options);
  const schemas = options.rules ? withSelection(roundRobin, selectionField(rules.offered, "round-robin")) : roundRobin;
  const scene = { fields: schemas.fields, check: rules.check, callsOf: callsOfSpeakers, leastCalls: () => 1 };
  const floorRules = {
    repeatOf: ({ selection }: RoundRobinConversation) => selection.repeat,
    settingsOf: ({ selection }: RoundRobinConversation) => selection,
  };
  const meter = createMeter(services);
  const graph = conversationGraph(schemas)
    .addSequence({
      [stepNames.setScene]: meter(createSetScene<RoundRobinConversation>(services, scene), { overBudget: "run" }),
      [stepNames.chooseSpeaker]: meter(
        createChooseSpeaker<RoundRobinConversation>(
          (floor) => ({ selected: askRule(rules.inForce(floor.state.selection), floor) }),
          floorRules,
        ),
      ),
      [stepNames.speak]: meter(createSpeak<RoundRobinConversation>(services)),
      [stepNames.stopCheck]: meter(createStopCheck<RoundRobinConversation>(services, { stopWhen: options.stopWhen }), {
        overBudget: "stop",
      }),
    })
    .addEdge(START, stepNames.setScene)
    .addConditionalEdges(stepNames.stopCheck, ({ stopReason }) => (stopReason ? END : stepNames.chooseSpeaker), [
      stepNames.chooseSpeaker,
      END,
    ]);
  return graph as unknown as RoundRobinBuilder;
}

/**
 * Makes the round-robin mode: `set-scene → choose-speaker → speak → stop-check → … | END`. With `selection.lead` one
 * participant speaks first and then between all the others, like the storyteller of a game. `selection.rule` chooses another
 * order without bids. Returns an uncompiled builder.
 *
 * @throws `invalid-input` for options that do not fit.
 */
export function createRoundRobin(options: ConversationOptions<RoundRobinConversation> = {}): RoundRobinBuilder {
  return ruleGraph(servicesOf(options), options);
}

export const roundRobinMode = defineMode({
  name: "round-robin",
  schemas: roundRobin,
  check: ruleBook(rulesWithoutBids).check,
  create: createRoundRobin,
});

type Settings = OwnRuleConversation["selection"];

/** Options with a rule in `selectSpeaker`, or with `rules` that `selection.rule` chooses from. */
export type OwnRuleOptions = ConversationOptions<OwnRuleConversation> &
  ({ readonly selectSpeaker: SelectionRule<Settings> } | { readonly rules: OwnRules<Settings> });

/**
 * Makes a conversation whose speakers are chosen by `selectSpeaker`, a plain function of the turn's candidates and of what has
 * been said: `set-scene → choose-speaker → speak → stop-check → … | END`. With `rules` in its place, `selection.rule` chooses
 * one of them by name. Returns an uncompiled builder. The input has the fields of the round-robin mode. A rule that chooses no
 * candidate ends the run with `invalid-selection`.
 *
 * @throws `invalid-input` where there is no rule, or for options that do not fit.
 *
 * @example
 * ```ts
 * const lottery: SelectionRule = ({ candidates, draw }) => candidates[Math.floor(draw("rule") * candidates.length)];
 * const graph = createConversation({ selectSpeaker: lottery }).compile();
 * ```
 */
export function createConversation(options: OwnRuleOptions): RoundRobinBuilder {
  const services = servicesOf(options);
  if (options?.selectSpeaker === undefined && options?.rules === undefined)
    throw invalidInput([inputProblem("selectSpeaker", "expected", { expected: "selection-rule" })]);
  return ruleGraph(services, options);
}
