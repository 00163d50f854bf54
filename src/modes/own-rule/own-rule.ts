/** A conversation whose speakers are chosen by a rule of the caller's own. */

import { inputProblem, invalidInput } from "../../errors.js";
import type { OwnRules } from "../../selection/registry.js";
import type { SelectionRule } from "../../selection/rule.js";
import { type ConversationOptions, servicesOf } from "../options.js";
import type { OwnRuleConversation, RoundRobinBuilder } from "../round-robin/state.js";
import { ruleGraph } from "../rule-graph.js";

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
