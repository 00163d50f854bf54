/** Records a task's calls as they happen, so that failed and cancelled calls count too. */

import { invalidField } from "../../errors/rostrum-error.js";
import type { BudgetKind, UsageRow, Warning } from "../../records/usage.js";
import { addSpent, type Budget, type Prices, reachedIn, type Spent, spentOn } from "./budget.js";
import { addUsage } from "./usage.js";

/** Thrown before a model call if a limit of the budget has been reached. Steps handle it, so the run does not fail. */
export class BudgetExceededError extends Error {
  override readonly name = "BudgetExceededError";
  constructor(
    readonly budget: BudgetKind,
    readonly spent: Spent,
  ) {
    super(`the budget of ${budget} is spent`);
  }
}

export class BudgetGuard {
  private readonly since: number;
  private spentHere: Spent;

  constructor(
    private readonly budget: Budget,
    private readonly prices: Prices,
    before: Spent,
    /** In milliseconds. */
    private readonly now: () => number,
  ) {
    this.since = now();
    this.spentHere = before;
  }

  /**
   * Call this before each model call.
   *
   * @throws {BudgetExceededError} if a limit is reached.
   * @throws `invalid-input` if the budget limits money, and the model is not free and has no price.
   */
  admit(model: string, isFree: boolean): void {
    const isPriced = isFree || this.budget.money === undefined || Object.hasOwn(this.prices, model);
    if (!isPriced) throw invalidField("prices", "no-price", { model, isNew: true });
    const spent = { ...this.spentHere, seconds: this.spentHere.seconds + (this.now() - this.since) / 1000 };
    const reached = reachedIn(this.budget, spent);
    if (reached) throw new BudgetExceededError(reached, spent);
  }

  /**
   * Counts a row as spent, except for `reserved` of its estimated output tokens, which are only reserved for an answer.
   */
  count(row: UsageRow, reserved = 0): void {
    const { inputTokens = 0, outputTokens = 0 } = row.estimated ?? {};
    const spent = { ...row, estimated: { inputTokens, outputTokens: outputTokens - reserved } };
    this.spentHere = addSpent(this.spentHere, spentOn([spent], this.prices));
  }
}

export type StepWarning = Omit<Warning, "turn">;

/** What a task has spent since its previous charge. */
export interface Charge {
  readonly rows: readonly UsageRow[];
  readonly seconds: number;
}

export const noCharge: Charge = { rows: [], seconds: 0 };

/** Saves a task's charges before the end of its step, so that they are not lost if the step is cut off. */
export class ChargeJournal {
  private rows: readonly UsageRow[] = [];
  private timedUntil: number;
  private writing: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;
  private isClosed = false;

  /** @param now - Returns the working time in milliseconds, or a constant if the budget does not limit time. */
  constructor(
    private readonly write: (charge: Charge) => Promise<void>,
    private readonly now: () => number,
  ) {
    this.timedUntil = now();
  }

  add(row: UsageRow): void {
    this.rows = addUsage(this.rows, [row]);
  }

  /** Writes the charge. Calls that the task sends together share a write. Does nothing after `close`. */
  save(): Promise<void> {
    if (this.isClosed) return Promise.resolve();
    this.next ??= this.writing.catch(() => {}).then(() => this.writeCharge());
    return this.next;
  }

  close(): void {
    this.isClosed = true;
  }

  private writeCharge(): Promise<void> {
    this.next = undefined;
    const [since, now] = [this.timedUntil, this.now()];
    const charge = { rows: this.rows, seconds: (now - since) / 1000 };
    this.timedUntil = now;
    this.rows = [];
    if (charge.rows.length === 0 && charge.seconds === 0) return this.writing;
    this.writing = this.write(charge).catch((error: unknown) => {
      // The next write includes the rows that this write failed to save.
      this.rows = addUsage(charge.rows, this.rows);
      this.timedUntil = since;
      throw error;
    });
    return this.writing;
  }
}

/**
 * Whether a row adds calls or tokens. Other rows withdraw a call, or replace an estimate with figures that are not
 * higher.
 */
const adds = ({ calls, inputTokens, outputTokens, estimated }: UsageRow): boolean =>
  calls > 0 || inputTokens + outputTokens + (estimated?.inputTokens ?? 0) + (estimated?.outputTokens ?? 0) > 0;

export class TaskUsage {
  usage: readonly UsageRow[] = [];
  readonly warnings: StepWarning[] = [];

  /**
   * Without a guard, calls are unlimited, and only `saveAll` saves the journal. Without a journal, only the step saves
   * what was spent.
   */
  constructor(
    readonly guard?: BudgetGuard,
    private readonly journal?: ChargeJournal,
  ) {}

  /** Counts usage that has already been saved with one of the task's interrupts. */
  restore(rows: readonly UsageRow[]): void {
    this.usage = addUsage(this.usage, rows);
    for (const row of rows) this.guard?.count(row);
  }

  /**
   * `reserved`: how many of the row's estimated output tokens are only reserved for an answer. The guard does not count
   * these as spent yet.
   */
  count(row: UsageRow, reserved = 0): void {
    this.usage = addUsage(this.usage, [row]);
    this.guard?.count(row, reserved);
    this.journal?.add(row);
    // A failure needs no handling here: before the next call is sent, `saveSent` saves these rows or fails.
    if (this.guard && adds(row)) void this.journal?.save().catch(() => {});
  }

  /**
   * Await this between counting a call and sending it. If there is a budget, saves the charge, so that the call counts
   * even if the process crashes.
   */
  async saveSent(): Promise<void> {
    if (this.guard) await this.journal?.save();
  }

  /** Saves what was spent, even without a budget. Call this when the task's step is cut off. */
  async saveAll(): Promise<void> {
    await this.journal?.save();
  }

  /** Call this when the run is over. After that, the journal accepts no more saves. */
  close(): void {
    this.journal?.close();
  }
}
