import { z } from "zod/v4";
import { ownValue } from "../../base/is-record.js";
import type { UsageRow } from "../../records/usage.js";
import { type BudgetKind, budgetKinds } from "../../records/usage.js";

const limit = (title: string, description: string, schema: z.ZodType<number, number> = z.int().min(1).max(4e9)) =>
  schema.optional().meta({ title, description });

export const budgetField = z
  .strictObject({
    calls: limit("Calls", "The maximum number of model calls, including retries."),
    tokens: limit(
      "Tokens",
      "A limit on input and output tokens; once it is reached, no more calls start. If a provider reports no tokens, they are estimated.",
    ),
    seconds: limit(
      "Seconds",
      "A limit on the working time, in seconds; once it is reached, no more calls start. Waiting for people does not count.",
      z.number().min(1).max(1e9),
    ),
    money: limit(
      "Money",
      "A limit on the cost, in the currency of the prices; once it is reached, no more calls start.",
      z.number().min(1e-6).max(1e9),
    ),
  })
  .prefault({})
  .meta({
    title: "Budget",
    description:
      "What a run may cost, including every bid and choice. The conversation usually winds up before it reaches a limit. Once a limit is reached, no more calls start. Default: no limits.",
  });

/** A run's limits. A missing limit means no limit. */
export interface Budget extends Readonly<z.output<typeof budgetField>> {}

export type Spent = Readonly<Record<BudgetKind, number>>;

const price = z.strictObject({
  input: z.number().min(0).max(1e9).meta({ title: "Input", description: "The price of a million prompt tokens." }),
  output: z.number().min(0).max(1e9).meta({ title: "Output", description: "The price of a million answer tokens." }),
  cachedInput: z.number().min(0).max(1e9).optional().meta({
    title: "Cached input",
    description:
      "The price of a million prompt tokens that the provider has cached. Estimates use it as the lowest price of a prompt. Default: the price of other prompt tokens.",
  }),
  listedOn: z.iso.date().optional().meta({
    title: "Date",
    description: "The date of the price list from which Rostrum took the price. Absent if you set the price yourself.",
  }),
});

const maxPrices = 100;

export const pricesField = z
  .record(z.string().min(1).max(200), price)
  .refine((prices) => Object.keys(prices).length <= maxPrices, {
    params: { rule: "out-of-range", highest: maxPrices, unit: "entries" },
  })
  .default({})
  .meta({
    title: "Prices",
    description:
      "The price of each model, under the name that “usage” shows, such as openai:gpt-4.1-mini. Default: if the budget limits money, the list prices of known models, in US dollars.",
    additionalProperties: true,
    maxProperties: maxPrices,
  });

/** A model's prices for a million tokens, in the budget's currency. */
export interface Price extends Readonly<z.output<typeof price>> {}

/** Prices by the model's name in `usage`, such as `openai:gpt-4.1-mini`. */
export type Prices = Readonly<Record<string, Price>>;

export const nothingSpent: Spent = { calls: 0, tokens: 0, seconds: 0, money: 0 };

const combine = (left: Spent, right: Spent, compute: (left: number, right: number) => number): Spent => ({
  calls: compute(left.calls, right.calls),
  tokens: compute(left.tokens, right.tokens),
  seconds: compute(left.seconds, right.seconds),
  money: compute(left.money, right.money),
});

export const addSpent = (left: Spent, right: Spent): Spent => combine(left, right, (one, other) => one + other);
export const spentSince = (now: Spent, then: Spent): Spent => combine(now, then, (one, other) => one - other);
export const costlierOf = (left: Spent, right: Spent): Spent => combine(left, right, Math.max);
export const shareOfSpent = (spent: Spent, parts: number): Spent => combine(spent, spent, (one) => one / parts);

function costOfRow({ model, calls, inputTokens, outputTokens, estimated }: UsageRow, prices: Prices): Spent {
  const input = inputTokens + (estimated?.inputTokens ?? 0);
  const output = outputTokens + (estimated?.outputTokens ?? 0);
  const price = ownValue(prices, model);
  const money = price ? (input * price.input + output * price.output) / 1e6 : 0;
  return { calls, tokens: input + output, seconds: 0, money };
}

export const pricesUsed = (rows: readonly UsageRow[], prices: Prices): [string, Price][] =>
  Object.entries(prices).filter(([model]) => rows.some((row) => row.model === model));

export function spentOn(rows: readonly UsageRow[], prices: Prices, seconds = 0): Spent {
  return rows.reduce((sum, row) => addSpent(sum, costOfRow(row, prices)), { ...nothingSpent, seconds });
}

export const reachedIn = (budget: Budget, spent: Spent): BudgetKind | undefined =>
  budgetKinds.find((kind) => spent[kind] >= (budget[kind] ?? Number.POSITIVE_INFINITY));

/** A run's spending, as of its last stop check. */
export interface Spending {
  /** What the thread had spent when the run started. */
  readonly atStart: Spent;
  /** What the thread had spent at the last check. */
  readonly atCheck: Spent;
  /** How many turns had been taken by the last check. */
  readonly turn: number;
  /**
   * The cost of the run's most expensive turn, for each kind of cost. If several turns passed between two checks, their
   * mean counts. The number of calls is at least the mode's minimum.
   */
  readonly costliestTurn: Spent;
  /** The limit that leaves room for only one more turn; null if no limit does. */
  readonly lastTurnFor: BudgetKind | null;
}

/**
 * The time spent in supersteps, measured while the budget limits seconds. Supersteps run one after another, and a
 * superstep's tasks run concurrently.
 */
export interface WorkTime {
  /** The seconds of all supersteps before the latest one. */
  readonly before: number;
  /** The number of the latest superstep. */
  readonly step: number;
  /** The seconds of the latest superstep, which are those of its longest task so far. */
  readonly latest: number;
}

export const noWorkTime: WorkTime = { before: 0, step: -1, latest: 0 };

export const secondsOf = ({ before, latest }: WorkTime): number => before + latest;

/** Adds the time of a task. If a fork copies a conversation, adds the original's whole time. */
export function addWorkTime(time: WorkTime, added: WorkTime): WorkTime {
  return added.step === time.step
    ? { ...time, latest: Math.max(time.latest, added.latest) }
    : { before: secondsOf(time) + added.before, step: added.step, latest: added.latest };
}
