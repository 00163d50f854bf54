/** The stop conditions that come with Rostrum, each listed once, and the `stopping` field that offers them. */
import { z } from "zod";
import { allOf, anyOf } from "./combine.js";
import type { ConditionDefinition, StopCondition } from "./condition.js";
import { phrase } from "./phrase.js";
import { probability } from "./probability.js";
import { silence } from "./silence.js";
import { turns } from "./turns.js";

/** Every condition, in the order in which they are asked. To add one, write its file beside the others and list it here. */
export const stopConditions = [turns, phrase, silence, probability] as const;

type Condition = (typeof stopConditions)[number];

/** The conditions of modes without bids. */
export const conditionsWithoutBids = stopConditions.filter(
  (condition): condition is Exclude<Condition, { readonly needs: "bids" }> => condition.needs !== "bids",
);

/** The conditions of modes without bids that have a draw of their own. */
export const conditionsWithoutDraws = stopConditions.filter(
  (condition): condition is Extract<Condition, { readonly needs: null }> => condition.needs === null,
);

const combine = z.enum(["any", "all"]).default("any").meta({
  title: "Combine",
  description: "“any”: the first condition that holds ends the conversation. “all”: every given condition must hold.",
});

type StoppingShape<Offered extends ConditionDefinition> = {
  [Each in Offered as Each["name"]]: z.ZodOptional<Each["setting"]>;
} & { combine: typeof combine };

/** The `stopping` field of a mode that offers these conditions. */
export function stoppingField<Offered extends ConditionDefinition>(
  offered: readonly Offered[],
): z.ZodPrefault<z.ZodObject<StoppingShape<Offered>, z.core.$strict>> {
  const settings = Object.fromEntries(offered.map(({ name, setting }) => [name, setting.optional()]));
  const meta = { title: "Stopping", description: "What ends the conversation besides its limit of turns." };
  return z
    .strictObject({ combine, ...settings })
    .prefault({} as never)
    .meta(meta) as never;
}

const all = stoppingField(stopConditions);
/** When a conversation ends, besides `maxTurns`. */
export interface StoppingSettings extends z.output<typeof all> {}

/** The condition that a `stopping` field describes. */
export function stopConditionOf({ combine, ...settings }: StoppingSettings): StopCondition {
  const conditions = stopConditions.flatMap(({ name, create }: ConditionDefinition) => {
    const setting: unknown = (settings as Readonly<Record<string, unknown>>)[name];
    return setting === undefined ? [] : [create(setting)];
  });
  return (combine === "all" ? allOf : anyOf)(...conditions);
}
