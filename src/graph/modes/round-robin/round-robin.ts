import {
  type OrderSettings,
  type OwnRules,
  rulesWithoutBids,
  selectionField,
} from "../../../core/selection/registry.js";
import type { SelectionRule } from "../../../core/selection/rule.js";
import { talkFields } from "../../../core/state/fields.js";
import { conditionsWithoutBids } from "../../../core/stopping/registry.js";
import { invalidField } from "../../../errors/rostrum-error.js";
import { type ConversationUpdate, type StateOf, schemasOf } from "../../state/conversation-state.js";
import type { ModeGraph } from "../../steps/run/conversation-graph.js";
import { defineMode } from "../mode.js";
import type { ConversationOptions } from "../options.js";
import { turnGraph } from "../turn-graph.js";

const roundRobin = schemasOf({ ...talkFields, selection: selectionField(rulesWithoutBids, "round-robin") }, {});
export interface RoundRobinConversation extends StateOf<typeof roundRobin> {}

const definition = {
  name: "round-robin",
  schemas: roundRobin,
  rules: rulesWithoutBids,
  conditions: conditionsWithoutBids,
};

export interface RoundRobinBuilder extends ModeGraph<typeof roundRobin, RoundRobinConversation, ConversationUpdate> {}

/**
 * Creates the round-robin mode: `set-scene → choose-speaker → speak → stop-check → … | END`. With `selection.lead`, one
 * participant speaks first and then after each of the others, like the storyteller in a game. `selection.rule` can
 * choose another rule that needs no bids. Returns an uncompiled builder.
 *
 * @throws `invalid-input` for invalid options.
 */
export function createRoundRobin(options: ConversationOptions<RoundRobinConversation> = {}): RoundRobinBuilder {
  // The return type of `turnGraph` fits all modes that use it, so it lacks this mode's `selection` field.
  return turnGraph(definition, options) as unknown as RoundRobinBuilder;
}

export const roundRobinMode = defineMode({
  ...definition,
  summary: "participants speak in a fixed order; one of them can lead and speak after each of the others",
  create: createRoundRobin,
});

/** Options with a rule in `selectSpeaker`, or with `rules` that `selection.rule` can name. */
export type OwnRuleOptions = ConversationOptions<RoundRobinConversation> &
  ({ readonly selectSpeaker: SelectionRule<OrderSettings> } | { readonly rules: OwnRules<OrderSettings> });

/**
 * Creates a conversation in which a caller's own rule chooses the speakers: `selectSpeaker`, or the rule in `rules`
 * that `selection.rule` names. The graph and the input are the same as in round-robin mode. Returns an uncompiled
 * builder. The run throws `invalid-selection` if the rule does not choose a candidate.
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
