/** Rules and stop conditions of a caller's own, beside the built-in ones. */

import type { FieldCheck } from "../../core/field-issue.js";
import { type OwnRules, ruleBook, selectionField } from "../../core/selection/registry.js";
import type { RuleDefinition, SelectionRule } from "../../core/selection/rule.js";
import type { ConditionDefinition } from "../../core/stopping/condition.js";
import { type OwnConditions, stoppingField } from "../../core/stopping/registry.js";
import { type AnySchemas, withFields } from "../state/conversation-state.js";

/** What a mode offers to choose from. `Input`: the fields that its check reads. */
export interface Offers<Schemas extends AnySchemas = AnySchemas, Input = never> {
  readonly schemas: Schemas;
  /** Checks its fields against each other. Default: no checks. */
  readonly check?: FieldCheck<Input>;
  /** What `selection.rule` offers; the first decides by default. Default: the mode has no rules to choose from. */
  readonly rules?: readonly RuleDefinition[];
  /** What its `stopping` field offers. */
  readonly conditions: readonly ConditionDefinition[];
}

/** What a caller adds, by name. */
export interface OwnChoices {
  readonly rules?: OwnRules;
  readonly conditions?: OwnConditions;
}

interface Options extends Pick<OwnChoices, "conditions"> {
  readonly rules?: OwnRules<never>;
  readonly selectSpeaker?: SelectionRule<never>;
}

/** The caller's conditions that suit a mode: one that needs bids suits a mode whose own conditions may need them, and so on. */
function suitable(offered: readonly ConditionDefinition[], own: OwnConditions): ConditionDefinition[] {
  const needs = new Set<unknown>([null, ...offered.map((condition) => condition.needs)]);
  return Object.entries(own).flatMap(([name, condition]) => (needs.has(condition.needs) ? { ...condition, name } : []));
}

/**
 * A mode's schemas, rules and checks with the caller's own rules and conditions.
 *
 * @throws `invalid-input` if a caller's rule has the name of a built-in one.
 */
export function withOwnChoices<Schemas extends AnySchemas, Input extends object>(
  { schemas, check, rules: builtIn = [], conditions }: Offers<Schemas, Input>,
  { conditions: own, ...choices }: Options,
) {
  const rules = ruleBook(builtIn, choices);
  const fields = {
    ...(choices.rules && { selection: selectionField(rules.offered, builtIn[0]?.name ?? "") }),
    ...(own && { stopping: stoppingField([...conditions, ...suitable(conditions, own)]) }),
  };
  const checkAll: FieldCheck<Input> = (input) => [
    ...(check?.(input) ?? []),
    ...(builtIn.length > 0 ? rules.check(input) : []),
  ];
  return {
    schemas: Object.keys(fields).length > 0 ? withFields(schemas, fields) : schemas,
    rules,
    check: checkAll,
  };
}
