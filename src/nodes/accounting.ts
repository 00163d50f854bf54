/**
 * Keeps the books: what the calls of a task cost goes into the state with whatever the task itself has to say, and a budget that is
 * spent ends the conversation at its next check instead of breaking it off with an error.
 */
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
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
} from "../domain/budget.js";
import type { StopReason } from "../domain/stop-reason.js";
import { addUsage, type UsageRow } from "../domain/usage.js";
import { RostrumError } from "../errors.js";
import { Account } from "../models/account.js";
import { BudgetSpentError, Ledger } from "../models/ledger.js";
import { type Ahead, budgetReason, lookAhead, type Outlook } from "../policies/stopping/by-budget.js";
import { createChannelReader } from "./graph-internals.js";
import { nodeNames } from "./node-names.js";

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
export function openBooks(books: Pick<Books, "usage" | "prices" | "workTime" | "turn">): Spending {
  const total = totalSpent(books);
  return { atStart: total, atCheck: total, turn: books.turn, dearest: nothingSpent, lastTurnFor: null };
}

/** How a run goes on within its budget; undefined where it has none. */
export function outlookOf(books: Omit<Books, "stopReason" | "budgetStop">, ahead: Ahead): Outlook | undefined {
  const { budget, spending, turn } = books;
  if (!spending || !hasLimit(budget)) return undefined;
  return lookAhead(budget, spending, { total: totalSpent(books), turn }, ahead);
}

/** The ledger that all tasks of a step share; undefined where the run has no budget. */
interface Step {
  readonly books: Books;
  ledger: Ledger | undefined;
}

const steps = new WeakMap<object, Step>();
const accounts = new WeakMap<object, Account>();

/** Where the calls of a task are written down. */
export function accountOf(config: LangGraphRunnableConfig): Account {
  const known = accounts.get(config);
  if (known) return known;
  const account = new Account(steps.get(config.signal ?? config)?.ledger);
  accounts.set(config, account);
  return account;
}

function ledgerOf(books: Books, now: () => number): Ledger | undefined {
  const { budget, prices, spending } = books;
  const before = spentSince(totalSpent(books), spending?.atStart ?? nothingSpent);
  return hasLimit(budget) ? new Ledger(budget, prices, before, now) : undefined;
}

/** Puts a run that begins on the budget that has just been settled. */
export function beginBudget(config: LangGraphRunnableConfig, books: Books, now: () => number): void {
  const ledger = ledgerOf({ ...books, spending: openBooks(books) }, now);
  steps.set(config.signal ?? config, { books, ledger });
  accounts.set(config, new Account(ledger));
}

/** The failure of a task, with everything that its calls cost. */
function withCost(error: unknown, { usage }: Account): unknown {
  const [total] = addUsage([], usage);
  if (!RostrumError.isInstance(error) || !total || error.details.usage) return error;
  return new RostrumError(error.code, error.message, { ...error.details, usage: total });
}

/** A node as it is given to LangGraph: what it takes may be a state, or what a task was sent with. */
type AnyNode = (input: never, config: LangGraphRunnableConfig) => unknown;

/** Makes nodes keep the books. `now` is in milliseconds. */
export function createAccounting(now: () => number) {
  const readBooks = createChannelReader<Books>(channels);

  function stepOf(config: LangGraphRunnableConfig): Step {
    const key = config.signal ?? config;
    const known = steps.get(key);
    if (known) return known;
    const books = readBooks(config);
    const step = { books, ledger: ledgerOf(books, now) };
    steps.set(key, step);
    return step;
  }

  return (name: string, node: AnyNode): AnyNode =>
    async (input, config) => {
      const { books } = stepOf(config);
      const over = books.budgetStop;
      const tellStopped = (reason: StopReason) => config.writer?.({ type: "stopped", turn: books.turn, reason });
      if (over && name !== nodeNames.setScene) {
        if (name !== nodeNames.stopCheck) return {};
        tellStopped(over);
        return { stopReason: over, nextSpeaker: "" };
      }
      const since = now();
      const time = () =>
        books.budget.seconds === undefined
          ? {}
          : { workTime: { step: Number(config.metadata?.["langgraph_step"]), seconds: (now() - since) / 1000 } };
      const written = ({ usage }: Account) => (usage.length > 0 ? { usage } : {});
      try {
        const update = (await node(input, config)) as { readonly warnings?: readonly unknown[] };
        const account = accountOf(config);
        const { warnings } = account;
        for (const warning of warnings) config.writer?.({ type: "warning", warning });
        const noted = warnings.length > 0 ? { warnings: [...(update.warnings ?? []), ...warnings] } : {};
        return { ...update, ...written(account), ...noted, ...time() };
      } catch (error) {
        const account = accountOf(config);
        if (!BudgetSpentError.isInstance(error)) throw withCost(error, account);
        // Its last word could not be paid for any more.
        if (books.stopReason) tellStopped(books.stopReason);
        const budgetStop = budgetReason(error.budget, books.budget, error.spent, books.turn);
        return { ...written(account), ...time(), budgetStop };
      }
    };
}
