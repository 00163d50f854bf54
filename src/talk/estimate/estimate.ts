import type { Named } from "../../base/is-record.js";
import { type Budget, type Price, type Prices, pricesUsed, spentOn } from "../../core/usage/budget.js";
import { listPricesOf } from "../../core/usage/known-prices.js";
import { isSameRow, rehearsalName, totalUsage } from "../../core/usage/usage.js";
import { agentLabel } from "../../graph/models/agent-model.js";
import type { ModeOptions } from "../../graph/modes/mode.js";
import { modes as builtIn, type Modes } from "../../graph/modes/registry.js";
import type { SimulatedCall } from "../../offline/stand-in-model.js";
import type { Assumption, Estimate, EstimateRow, Extent, Range } from "../../records/estimate.js";
import { type BudgetKind, budgetKinds, type UsageRow } from "../../records/usage.js";
import { checkFields } from "../scenario/check-scenario.js";
import { extrapolate } from "./extrapolate.js";
import { type CheckedInput, type PlannedRun, peopleIn, type Simulation, simulate } from "./simulate.js";

export interface EstimateOptions extends ModeOptions {
  /** The modes that can be estimated; see `extendModes`. Default: the built-in modes. */
  readonly modes?: Modes;
}

const range = (least: number, most: number): Range => ({ least: Math.min(least, most), most: Math.max(least, most) });

/** Whether the call belongs to the end of a run. A run with more turns does not have more of these calls. */
const isClosing = ({ request }: SimulatedCall): boolean =>
  request.purpose === "sum-up" ||
  request.purpose === "decide" ||
  (request.purpose === "reflect" && request.intent === "close") ||
  (request.purpose === "speech" && request.stage?.task === "summarize");

/**
 * Groups the calls into rows. Carries the rounding error of a row's calls over to the purpose's next row, so that the
 * purpose's total is right.
 */
function rowsOf(simulation: Simulation): UsageRow[] {
  const leftOver = new Map<string, number>();
  const keyOf = ({ request, model }: SimulatedCall) =>
    JSON.stringify([request.purpose, "self" in request ? request.self.name : "", model]);
  return [...Map.groupBy(simulation.calls, keyOf)].map(([key, group]) => {
    const [purpose, participant, model] = JSON.parse(key);
    // Calls in turn 0 are not extrapolated.
    const at = group.map((call) => ({ ...call, turn: isClosing(call) ? 0 : call.request.turn }));
    const { calls: share, ...tokens } = extrapolate(at, simulation);
    const exact = share + (leftOver.get(purpose) ?? 0);
    const calls = Math.round(exact);
    leftOver.set(purpose, exact - calls);
    return { purpose, participant, model, uncounted: 0, calls, ...tokens };
  });
}

/** Returns the cost of the rows if providers have cached all input. */
function moneyAtLeast(rows: readonly UsageRow[], prices: Prices): number {
  const cached = Object.entries(prices).map(([model, price]): [string, Price] => [
    model,
    { ...price, input: price.cachedInput ?? price.input },
  ]);
  return spentOn(rows, Object.fromEntries(cached)).money;
}

function joinRows(least: readonly UsageRow[], most: readonly UsageRow[], prices: Prices): EstimateRow[] {
  const others = least.filter((row) => !most.some((other) => isSameRow(row, other)));
  return [...most, ...others].map((row) => {
    const low = totalUsage(least.filter((other) => isSameRow(row, other)));
    const high = totalUsage(most.filter((other) => isSameRow(row, other)));
    const isPriced = row.model === rehearsalName || Object.hasOwn(prices, row.model);
    const { purpose, participant, model } = row;
    const cost = range(moneyAtLeast([{ ...row, ...low }], prices), spentOn([{ ...row, ...high }], prices).money);
    return { purpose, participant, model, ...ranges(low, high), money: isPriced ? cost : null };
  });
}

const ranges = (low: ReturnType<typeof totalUsage>, high: ReturnType<typeof totalUsage>) => ({
  calls: range(low.calls, high.calls),
  inputTokens: range(low.inputTokens, high.inputTokens),
  outputTokens: range(low.outputTokens, high.outputTokens),
});

function assumptionsOf(
  { input, options }: PlannedRun,
  { least, most }: Readonly<Record<Extent, Simulation>>,
  { rows, prices }: Pick<Estimate, "rows" | "prices">,
): Assumption[] {
  const has = (field: string) => input.participants.some((each) => hasValue(each[field]));
  const isOpen = least.turns !== most.turns || Object.keys(input.stopping ?? {}).length > 1;
  return [
    "answers",
    "tokens",
    "no-repeats",
    ...(isOpen ? (["length"] as const) : []),
    ...(rows.some(({ calls }) => calls.least !== calls.most) ? (["shares"] as const) : []),
    ...(has("tools") ? (["tools"] as const) : []),
    ...(Object.keys(options.agents ?? {}).length > 0 ? (["agents"] as const) : []),
    ...(peopleIn(input).length > 0 || has("approve") ? (["people"] as const) : []),
    ...(most.simulated < most.turns || least.simulated < least.turns ? (["extended"] as const) : []),
    ...(Object.values(prices).some(({ cachedInput }) => cachedInput !== undefined) ? (["cache"] as const) : []),
  ];
}

const hasValue = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value === true);

/**
 * Estimates what a new conversation will cost, without calling any model: calls, tokens and, if all prices are known,
 * money, each as a range. The budget does not stop the simulation; the result says whether the run may reach the
 * budget's limits, except the limit on seconds and, if the cost is unknown, the limit on money.
 *
 * @param mode - The name of the mode.
 * @param given - The mode's input and context fields, as for `start`.
 * @param options - The options of the conversations: models, agents, prompts, rules and conditions. Default: none.
 * @throws `invalid-input` with the problems in the input; `unknown-model` for an invalid model name.
 *
 * @example
 * ```ts
 * const given = { input: { maxTurns: 8 }, context: { model: "openai:gpt-4.1-mini" } };
 * const { totals } = await estimateConversation("bidding", given);
 * console.log(totals.calls.most, totals.money?.most);
 * ```
 */
export async function estimateConversation(
  mode: string,
  given: { readonly input?: Named; readonly context?: Named } = {},
  options: EstimateOptions = {},
): Promise<Estimate> {
  const { modes = builtIn, ...modeOptions } = options;
  const checked = checkFields(mode, { ...given.input, ...given.context }, modes);
  const found = modes[mode];
  if (!found) throw new Error(`unknown mode: ${mode}`);
  const input = checked.input as CheckedInput;
  const run: PlannedRun = { mode: found, input, context: { ...checked.context }, options: modeOptions };
  const least = await simulate(run, "least");
  const most = await simulate(run, "most");
  const { budget, prices: own } = input;
  const [low, high] = [rowsOf(least), rowsOf(most)];
  const models = [...new Set([...low, ...high].map(({ model }) => model))];
  const listed = await listPricesOf(models.filter((model) => !Object.hasOwn(own, model)));
  const prices = Object.fromEntries(pricesUsed([...low, ...high], { ...listed, ...own }));
  const agents = Object.keys(modeOptions.agents ?? {}).map(agentLabel);
  const unpriced = models.filter((model) => model !== rehearsalName && !Object.hasOwn(prices, model));
  const rows = joinRows(low, high, prices);
  const totals = {
    ...ranges(totalUsage(low), totalUsage(high)),
    money: unpriced.length > 0 ? null : range(moneyAtLeast(low, prices), spentOn(high, prices).money),
  };
  return {
    mode,
    turns: range(least.turns, most.turns),
    rows,
    purposes: [...new Set(rows.map(({ purpose }) => purpose))].map((purpose) => {
      const ofPurpose = (row: UsageRow) => row.purpose === purpose;
      return { purpose, ...ranges(totalUsage(low.filter(ofPurpose)), totalUsage(high.filter(ofPurpose))) };
    }),
    totals,
    prices,
    // Leaves out agents, because Rostrum does not know which models an agent calls.
    unpriced: unpriced.filter((model) => !agents.includes(model)),
    limits: limitsIn(budget, totals),
    assumptions: assumptionsOf(run, { least, most }, { rows, prices }),
  };
}

/**
 * Returns for each limit whether the run may reach it. Leaves out the limit on seconds, because the duration cannot be
 * estimated, and the limit on money if the cost is unknown.
 */
function limitsIn(budget: Budget, { calls, inputTokens, outputTokens, money }: Estimate["totals"]): Estimate["limits"] {
  const tokens = range(inputTokens.least + outputTokens.least, inputTokens.most + outputTokens.most);
  const estimated: Partial<Record<BudgetKind, Range | null>> = { calls, tokens, money };
  return budgetKinds.flatMap((kind) => {
    const [needed, limit] = [estimated[kind], budget[kind]];
    if (!needed || limit === undefined) return [];
    const isReached = needed.least > limit ? "surely" : needed.most > limit ? "perhaps" : "never";
    return [{ kind, limit, isReached } as const];
  });
}
