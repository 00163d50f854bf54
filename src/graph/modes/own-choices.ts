import type { FieldCheck } from "../../core/field-issue.js";
import { type OwnRules, ruleBook, selectionField } from "../../core/selection/registry.js";
import type { RuleDefinition, SelectionRule } from "../../core/selection/rule.js";
import type { ConditionDefinition } from "../../core/stopping/condition.js";
import { type OwnConditions, stoppingField } from "../../core/stopping/registry.js";
import { type AnySchemas, withFields } from "../state/conversation-state.js";

/** The choices that a mode offers. `Input`: the fields that its check reads. */
export interface Offers<Schemas extends AnySchemas = AnySchemas, Input = never> {
  readonly schemas: Schemas;
  /** Checks the mode's fields against each other. Default: no checks. */
  readonly check?: FieldCheck<Input>;
  /** The rules that `selection.rule` offers; the first is its default. Absent if the mode offers no choice of rules. */
  readonly rules?: readonly RuleDefinition[];
  /** The conditions that the mode's `stopping` field offers. */
  readonly conditions: readonly ConditionDefinition[];
}

/** A caller's own rules and conditions, by name. */
export interface OwnChoices {
  readonly rules?: OwnRules;
  readonly conditions?: OwnConditions;
}

interface Options extends Pick<OwnChoices, "conditions"> {
  readonly rules?: OwnRules<never>;
  readonly selectSpeaker?: SelectionRule<never>;
}

/**
 * A condition with a need, such as bids, suits a mode only if the mode already offers a condition with the same need.
 */
function suitable(offered: readonly ConditionDefinition[], own: OwnConditions): ConditionDefinition[] {
  const needs = new Set<unknown>([null, ...offered.map((condition) => condition.needs)]);
  return Object.entries(own).flatMap(([name, condition]) => (needs.has(condition.needs) ? { ...condition, name } : []));
}

/**
 * Returns a mode's schemas, rules and check, extended with the caller's own rules and conditions.
 *
 * @throws `invalid-input` if a caller's rule has the same name as a built-in rule.
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
