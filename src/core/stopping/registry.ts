import { z } from "zod/v4";
import type { FieldIssue } from "../field-issue.js";
import { refuseTaken } from "../own-names.js";
import { agreement } from "./agreement.js";
import { allOf, anyOf } from "./combine.js";
import type { ConditionDefinition, StopCondition } from "./condition.js";
import { phrase } from "./phrase.js";
import { probability } from "./probability.js";
import { repetition } from "./repetition.js";
import { silence } from "./silence.js";
import { turns } from "./turns.js";

/** In the order in which they are checked. To add a condition, write its file beside the others and list it here. */
export const stopConditions = [
  // This comment makes the formatter keep one entry per line.
  turns,
  phrase,
  silence,
  probability,
  repetition,
  agreement,
] as const;

/** Each field has already passed its own schema. */
type StoppingInput = {
  readonly stopping?: object;
  readonly participants: readonly { readonly name: string }[];
};

type Condition = (typeof stopConditions)[number];

export const conditionsWithoutBids = stopConditions.filter(
  (condition): condition is Exclude<Condition, { readonly needs: "bids" }> => condition.needs !== "bids",
);

/** The conditions for modes that have no bids, and that use their own draw to decide whether to stop. */
export const conditionsWithoutDraws = stopConditions.filter(
  (condition): condition is Extract<Condition, { readonly needs: null }> => condition.needs === null,
);

const combine = z.enum(["any", "all"]).default("any").meta({
  title: "Combine",
  description: "“any”: one of the given conditions is enough. “all”: all given conditions must hold at once.",
});

type StoppingShape<Offered extends ConditionDefinition> = {
  [Each in Offered as Each["name"]]: z.ZodOptional<Each["setting"]>;
} & { combine: typeof combine };

export function stoppingField<Offered extends ConditionDefinition>(
  offered: readonly Offered[],
): z.ZodPrefault<z.ZodObject<StoppingShape<Offered>, z.core.$strict>> {
  const settings = Object.fromEntries(offered.map(({ name, setting }) => [name, setting.optional()]));
  const field: z.ZodPrefault<z.ZodObject> = z
    .strictObject({ combine, ...settings })
    .prefault({})
    .meta({
      title: "Stopping",
      description: "Conditions that end the conversation before it reaches its turn limit.",
    });
  // The shape is assembled at run time, so the compiler cannot infer it.
  return field as z.ZodPrefault<z.ZodObject<StoppingShape<Offered>, z.core.$strict>>;
}

const all = stoppingField(stopConditions);
/** The `stopping` field: conditions that can end a conversation before it reaches `maxTurns`. */
export interface StoppingSettings extends z.output<typeof all> {}

/** A caller's own conditions, by their keys in the `stopping` field. */
export type OwnConditions = Readonly<Record<string, ConditionDefinition>>;

/** @throws `invalid-input` if a caller's condition is named `combine` or has the name of a built-in condition. */
export function withOwnConditions(own: OwnConditions = {}): readonly ConditionDefinition[] {
  const names = Object.keys(own);
  refuseTaken("conditions", names, ["combine", ...stopConditions.map(({ name }) => name)]);
  return [...stopConditions, ...names.map((name) => ({ ...own[name], name }) as ConditionDefinition)];
}

const conditionsIn = (known: readonly ConditionDefinition[], stopping: object) =>
  known.flatMap((condition) => {
    const setting = (stopping as Readonly<Record<string, unknown>>)[condition.name];
    return setting === undefined ? [] : [{ condition, setting }];
  });

/**
 * For cost estimates. `earliest`: the first turn after which the conditions may end the run; infinity if no condition
 * is set. `kept`: the settings of the conditions that a simulated run needs.
 */
export function outlookOf(known: readonly ConditionDefinition[], stopping: StoppingSettings) {
  const { combine, ...settings } = stopping;
  const set = conditionsIn(known, settings);
  const turns = set.map(({ condition, setting }) => condition.earliest?.(setting) ?? 1);
  const certain = set.filter(({ condition }) => condition.isCertain);
  // With `all`, the conditions must hold at once, so one that is certain to hold may not end the run if others are not.
  const isCertain = combine !== "all" || certain.length === set.length;
  const kept = set.filter(({ condition }) => condition.judge || (condition.isCertain && isCertain));
  return {
    earliest: set.length === 0 ? Number.POSITIVE_INFINITY : combine === "all" ? Math.max(...turns) : Math.min(...turns),
    kept: Object.fromEntries(kept.map(({ condition, setting }) => [condition.name, setting])),
  };
}

export function stopConditionOf(
  known: readonly ConditionDefinition[],
  { combine, ...settings }: StoppingSettings,
): StopCondition {
  const conditions = conditionsIn(known, settings).map(({ condition, setting }) => condition.create(setting));
  return (combine === "all" ? allOf : anyOf)(...conditions);
}

/** `every`: the minimum number of turns between two questions to a judge. */
export const judgesOf = (known: readonly ConditionDefinition[], stopping: object = {}) =>
  conditionsIn(known, stopping).flatMap(({ condition: { name, judge }, setting }) =>
    judge ? [{ name, judge, every: judge.everyOf(setting) }] : [],
  );

export function checkStopping(known: readonly ConditionDefinition[], input: object) {
  const { stopping = {}, participants } = input as StoppingInput;
  const names = participants.map(({ name }) => name);
  return conditionsIn(known, stopping).flatMap(({ condition, setting }) =>
    (condition.check?.(setting, names) ?? []).map(
      ({ path = [], params }): FieldIssue => ({ path: ["stopping", condition.name, ...path], params }),
    ),
  );
}
