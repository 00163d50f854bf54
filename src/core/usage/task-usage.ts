/**
 * Keeps a run within its budget, and records a task's calls as they happen, so failed and cancelled calls count too.
 */

import { invalidField } from "../../errors/rostrum-error.js";
import type { BudgetKind, UsageRow, Warning } from "../../records/usage.js";
import { addSpent, type Budget, type Prices, reachedIn, type Spent, spentOn } from "./budget.js";
import { addUsage } from "./usage.js";

/** Thrown before a model call once a limit of the budget is reached. Steps handle it, so the run does not fail. */
export class BudgetExceededError extends Error {
  override readonly name = "BudgetExceededError";
  constructor(
    readonly budget: BudgetKind,
    readonly spent: Spent,
  ) {
    super(`the budget of ${budget} is spent`);
  }
}

/** Checks the calls of all tasks of one superstep against the budget, and counts their usage. */
export class BudgetGuard {
  private readonly since: number;
  private spentHere: Spent;

  constructor(
    private readonly budget: Budget,
    private readonly prices: Prices,
    before: Spent,
    /** Returns the time in milliseconds. */
    private readonly now: () => number,
  ) {
    this.since = now();
    this.spentHere = before;
  }

  /**
   * Call this before each model call.
   *
   * @throws {BudgetExceededError} if a limit is reached.
   * @throws `invalid-input` if the budget limits money and the model has no price.
   */
  admit(model: string, isFree: boolean): void {
    const isPriced = isFree || this.budget.money === undefined || Object.hasOwn(this.prices, model);
    if (!isPriced) throw invalidField("prices", "no-price", { model });
    const spent = { ...this.spentHere, seconds: this.spentHere.seconds + (this.now() - this.since) / 1000 };
    const reached = reachedIn(this.budget, spent);
    if (reached) throw new BudgetExceededError(reached, spent);
  }

  count(row: UsageRow): void {
    this.spentHere = addSpent(this.spentHere, spentOn([row], this.prices));
  }
}

/** A warning without its turn, which the step adds. */
export type StepWarning = Omit<Warning, "turn">;

export class TaskUsage {
  usage: readonly UsageRow[] = [];
  readonly warnings: StepWarning[] = [];

  /** Without a guard, calls are unlimited. */
  constructor(readonly guard?: BudgetGuard) {}

  count(row: UsageRow): void {
    this.usage = addUsage(this.usage, [row]);
    this.guard?.count(row);
  }
}
