/** Looks ahead within a budget: a conversation closes while there is still enough for its last word. */
import {
  type Budget,
  type BudgetKind,
  budgetKinds,
  costlierOf,
  nothingSpent,
  type Prices,
  type Spending,
  type Spent,
  secondsOf,
  shareOfSpent,
  spentOn,
  spentSince,
  type WorkTime,
} from "../usage/budget.js";
import { BudgetGuard } from "../usage/task-usage.js";
import type { UsageRow } from "../usage/usage.js";
import type { StopReason } from "./stop-reason.js";

/** The part of a state that budgets are kept by. */
export interface BudgetState {
  readonly budget: Budget;
  readonly prices: Prices;
  readonly usage: readonly UsageRow[];
  readonly workTime: WorkTime;
  readonly spending: Spending | null;
  readonly turn: number;
}

const hasLimit = (budget: Budget) => Object.values(budget).some((limit) => limit !== undefined);

/** What the thread has cost so far. */
const totalSpent = ({ usage, prices, workTime }: BudgetState): Spent => spentOn(usage, prices, secondsOf(workTime));

/** The spending of a run that starts. `leastCalls`: what the first turn takes at least, where it may turn out to be the last. */
export function openSpending(state: BudgetState, leastCalls?: number): Spending {
  const { budget, turn } = state;
  const total = totalSpent(state);
  const opened: Spending = { atStart: total, atCheck: total, turn, costliestTurn: nothingSpent, lastTurnFor: null };
  return leastCalls === undefined
    ? opened
    : forecastBudget(budget, opened, { total, turn }, { turns: 1, leastCalls }).spending;
}

/** How a run goes on within its budget; undefined where it has none. */
export function forecastFor(state: BudgetState, ahead: Ahead): BudgetForecast | undefined {
  const { budget, spending, turn } = state;
  if (!spending || !hasLimit(budget)) return undefined;
  return forecastBudget(budget, spending, { total: totalSpent(state), turn }, ahead);
}

/** Guards the calls of a step; undefined where the run has no budget. `now` is in milliseconds. */
export function guardFor(state: BudgetState, now: () => number): BudgetGuard | undefined {
  const { budget, prices, spending } = state;
  if (!hasLimit(budget)) return undefined;
  const spent = spentSince(totalSpent(state), spending?.atStart ?? nothingSpent);
  return new BudgetGuard(budget, prices, spent, now);
}

/** What still has to come, by the mode's own course. */
export interface Ahead {
  /** How many turns come before the next check. */
  readonly turns: number;
  /** The last word: how many calls it takes, and how much that is of what a turn takes; nothing where a turn is the last word. */
  readonly closing?: { readonly calls: number; readonly turns: number } | undefined;
  /** The fewest calls that a turn takes, for the forecast of the first one. Default: 0. */
  readonly leastCalls?: number;
}

/** Prompts grow with the conversation: the next turn may cost so much more than the most expensive one before it. */
const growth = 1.1;

/** What so many turns and the last word will cost, projected from the most expensive turn so far. */
function forecast(kind: BudgetKind, costliestTurn: Spent, turns: number, closing: Ahead["closing"]): number {
  if (kind === "calls") return Math.ceil(costliestTurn.calls * turns) + (closing?.calls ?? 0);
  return costliestTurn[kind] * growth * (turns + (closing?.turns ?? 0));
}

/** How a run goes on within its budget, and why it does not. */
export interface BudgetForecast {
  readonly spending: Spending;
  readonly reason: StopReason | undefined;
}

/**
 * The forecast after `turn`. `total` is what the thread has cost so far. Without a last word of its own (`ahead.closing`) a conversation
 * has one more turn that is told to be the last, as soon as there is not enough for two.
 */
function forecastBudget(
  budget: Budget,
  before: Spending,
  { total, turn }: { readonly total: Spent; readonly turn: number },
  { turns, closing, leastCalls = 0 }: Ahead,
): BudgetForecast {
  const taken = turn - before.turn;
  const { atStart } = before;
  const cost = taken > 0 ? shareOfSpent(spentSince(total, before.atCheck), taken) : nothingSpent;
  const costliestTurn = costlierOf(
    { ...before.costliestTurn, calls: Math.max(before.costliestTurn.calls, leastCalls) },
    cost,
  );
  const spent = spentSince(total, atStart);
  const lacksFor = (times: number) =>
    budgetKinds.find((kind) => {
      const limit = budget[kind];
      return limit !== undefined && limit < spent[kind] + forecast(kind, costliestTurn, turns * times, closing);
    });
  const closes = (taken > 0 ? before.lastTurnFor : null) ?? lacksFor(1);
  const lastTurnFor = closes || closing ? null : (lacksFor(2) ?? null);
  const spending: Spending = { atStart, atCheck: total, turn, costliestTurn, lastTurnFor };
  return { spending, reason: closes && budgetReason(closes, budget, spent, turn) };
}

/** How many of the turns ahead, which can also be left for later, the budget has room for. */
export function affordableTurns(outlookFor: (turns: number) => BudgetForecast | undefined, turns: number): number {
  let affordable = turns;
  while (affordable > 0 && outlookFor(affordable)?.reason) affordable -= 1;
  return affordable;
}

/** Why a run ends whose budget is spent, or nearly. */
export function budgetReason(kind: BudgetKind, budget: Budget, spent: Spent, turn: number): StopReason {
  return { kind: "budget", turn, budget: kind, limit: budget[kind] ?? 0, spent: spent[kind] };
}
