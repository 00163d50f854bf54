/** The books of a run: what its calls have cost so far, and where each task writes down its own. */
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { createChannelReader } from "../langgraph/graph-internals.js";
import type { StopReason } from "../stopping/stop-reason.js";
import {
  type Budget,
  nothingSpent,
  type Prices,
  type Spending,
  type Spent,
  secondsOf,
  spentOn,
  spentSince,
  type WorkTime,
} from "../usage/budget.js";
import { BudgetGuard } from "../usage/budget-guard.js";
import { type Ahead, type BudgetForecast, forecastBudget } from "../usage/forecast.js";
import { TaskUsage } from "../usage/task-usage.js";
import type { UsageRow } from "../usage/usage.js";

/** The part of a state that the books are kept in. */
export interface Books {
  readonly budget: Budget;
  readonly prices: Prices;
  readonly usage: readonly UsageRow[];
  readonly workTime: WorkTime;
  readonly spending: Spending | null;
  readonly budgetStop: StopReason | null;
  readonly turn: number;
  readonly stopReason: StopReason | null;
}

const channels = ["budget", "prices", "usage", "workTime", "spending", "budgetStop", "turn", "stopReason"] as const;

const hasLimit = (budget: Budget) => Object.values(budget).some((limit) => limit !== undefined);

/** What the thread has cost so far. */
const totalSpent = ({ usage, prices, workTime }: Pick<Books, "usage" | "prices" | "workTime">): Spent =>
  spentOn(usage, prices, secondsOf(workTime));

/** The books of a run that begins. */
export function openBooks(books: Omit<Books, "spending" | "stopReason" | "budgetStop">, leastCalls?: number): Spending {
  const { budget, turn } = books;
  const total = totalSpent(books);
  const opened: Spending = { atStart: total, atCheck: total, turn, costliestTurn: nothingSpent, lastTurnFor: null };
  // It may be that the first turn is the last one.
  return leastCalls === undefined
    ? opened
    : forecastBudget(budget, opened, { total, turn }, { turns: 1, leastCalls }).spending;
}

/** How a run goes on within its budget; undefined where it has none. */
export function budgetForecastOf(
  books: Omit<Books, "stopReason" | "budgetStop">,
  ahead: Ahead,
): BudgetForecast | undefined {
  const { budget, spending, turn } = books;
  if (!spending || !hasLimit(budget)) return undefined;
  return forecastBudget(budget, spending, { total: totalSpent(books), turn }, ahead);
}

/** The ledger that all tasks of a step share; undefined where the run has no budget. */
export interface Step {
  readonly books: Books;
  readonly ledger: BudgetGuard | undefined;
}

const steps = new WeakMap<object, Step>();
const accounts = new WeakMap<object, TaskUsage>();

/** Where the calls of a task are written down. */
export function accountOf(config: LangGraphRunnableConfig): TaskUsage {
  const known = accounts.get(config);
  if (known) return known;
  const account = new TaskUsage(steps.get(config.signal ?? config)?.ledger);
  accounts.set(config, account);
  return account;
}

const readBooks = createChannelReader<Books>(channels);

/** The step that a task belongs to. `now` is in milliseconds. */
export function stepOf(config: LangGraphRunnableConfig, now: () => number): Step {
  const key = config.signal ?? config;
  const known = steps.get(key);
  if (known) return known;
  const books = readBooks(config);
  const step = { books, ledger: ledgerOf(books, now) };
  steps.set(key, step);
  return step;
}

function ledgerOf(books: Books, now: () => number): BudgetGuard | undefined {
  const { budget, prices, spending } = books;
  // Every step of every run comes by here: without a budget nothing is added up.
  if (!hasLimit(budget)) return undefined;
  return new BudgetGuard(budget, prices, spentSince(totalSpent(books), spending?.atStart ?? nothingSpent), now);
}

/** Puts a run that begins on the budget that has just been settled. */
export function beginBudget(config: LangGraphRunnableConfig, books: Books, now: () => number): void {
  const ledger = ledgerOf({ ...books, spending: openBooks(books) }, now);
  steps.set(config.signal ?? config, { books, ledger });
  accounts.set(config, new TaskUsage(ledger));
}
