/**
 * Forecasts whether the budget covers the next turns, so that a conversation can close while its budget still covers
 * the closing words.
 */

import type { StopReason } from "../../records/stop-reason.js";
import type { UsageRow } from "../../records/usage.js";
import { type BudgetKind, budgetKinds } from "../../records/usage.js";
import {
  addSpent,
  type Budget,
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
import { BudgetGuard, type Charge, noCharge } from "../usage/task-usage.js";

export interface BudgetState {
  readonly budget: Budget;
  readonly prices: Prices;
  readonly usage: readonly UsageRow[];
  readonly workTime: WorkTime;
  readonly spending: Spending | null;
  readonly turn: number;
}

export interface Ahead {
  /** The number of turns before the next check. */
  readonly turns: number;
  /**
   * The closing words: the number of their calls, and their cost as a number of turns. Default: the last turn closes
   * the conversation.
   */
  readonly closing?: { readonly calls: number; readonly turns: number } | undefined;
  /** The minimum number of calls in a turn. The forecast never assumes fewer. Default: 0. */
  readonly leastCalls?: number;
}

export interface BudgetForecast {
  readonly spending: Spending;
  readonly reason: StopReason | undefined;
}

const hasLimit = (budget: Budget) => Object.values(budget).some((limit) => limit !== undefined);

const totalSpent = ({ usage, prices, workTime }: BudgetState): Spent => spentOn(usage, prices, secondsOf(workTime));

/**
 * Returns the spending at the start of a run. If the budget covers only one turn, marks the first turn as the last. The
 * charge is what opening the run has cost so far, including earlier attempts.
 */
export function openSpending(state: BudgetState, { rows, seconds }: Charge = noCharge, leastCalls = 0): Spending {
  const total = totalSpent(state);
  const atStart = spentSince(total, spentOn(rows, state.prices, seconds));
  const opened = { atStart, atCheck: total, turn: state.turn, costliestTurn: nothingSpent, lastTurnFor: null };
  return forecast(state, opened, { turns: 1, leastCalls }).spending;
}

export function forecastFor(state: BudgetState, ahead: Ahead): BudgetForecast | undefined {
  const { budget, spending } = state;
  return spending && hasLimit(budget) ? forecast(state, spending, ahead) : undefined;
}

/**
 * Returns undefined if the budget sets no limit. `now` returns milliseconds. `completed`: the charge of tasks that
 * completed before the step was cut off.
 */
export function guardFor(state: BudgetState, now: () => number, completed: Charge = noCharge): BudgetGuard | undefined {
  const { budget, prices, spending } = state;
  if (!hasLimit(budget)) return undefined;
  const total = addSpent(totalSpent(state), spentOn(completed.rows, prices, completed.seconds));
  const spent = spentSince(total, spending?.atStart ?? nothingSpent);
  return new BudgetGuard(budget, prices, spent, now);
}

/**
 * The safety factor for a turn's tokens, seconds and money. Prompts grow with the conversation, so the next turn may
 * cost more than the most expensive turn so far.
 */
const growth = 1.1;

function projectedCost(kind: BudgetKind, costliestTurn: Spent, turns: number, closing: Ahead["closing"]): number {
  if (kind === "calls") return Math.ceil(costliestTurn.calls * turns) + (closing?.calls ?? 0);
  return costliestTurn[kind] * growth * (turns + (closing?.turns ?? 0));
}

/**
 * Returns a `reason` to stop if the budget does not cover the next turns, or if the previous forecast marked the turn
 * just taken as the last. In a mode without closing words, sets `lastTurnFor` if the budget covers the next turn, but
 * not the turn after it.
 */
function forecast(state: BudgetState, before: Spending, { turns, closing, leastCalls = 0 }: Ahead): BudgetForecast {
  const { budget, turn } = state;
  const total = totalSpent(state);
  const taken = turn - before.turn;
  const cost = taken > 0 ? shareOfSpent(spentSince(total, before.atCheck), taken) : nothingSpent;
  const costliestTurn = costlierOf(costlierOf(before.costliestTurn, { ...nothingSpent, calls: leastCalls }), cost);
  const spent = spentSince(total, before.atStart);
  const lacksFor = (times: number) =>
    budgetKinds.find((kind) => {
      const limit = budget[kind] ?? Number.POSITIVE_INFINITY;
      return limit < spent[kind] + projectedCost(kind, costliestTurn, turns * times, closing);
    });
  const closes = (taken > 0 ? before.lastTurnFor : null) ?? lacksFor(1);
  const lastTurnFor = closes || closing ? null : (lacksFor(2) ?? null);
  const spending: Spending = { atStart: before.atStart, atCheck: total, turn, costliestTurn, lastTurnFor };
  return { spending, reason: closes && budgetReason(closes, budget, spent, turn) };
}

export function budgetReason(kind: BudgetKind, budget: Budget, spent: Spent, turn: number): StopReason {
  return { kind: "budget", turn, budget: kind, limit: budget[kind] ?? 0, spent: spent[kind] };
}
