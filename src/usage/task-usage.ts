/** What the calls of one task came to, written down as they happen: nothing is lost whatever becomes of them. */
import type { Warning } from "../state/events.js";
import type { BudgetGuard } from "./budget-guard.js";
import { addUsage, type UsageRow } from "./usage.js";

export class TaskUsage {
  private readonly rows: UsageRow[] = [];
  private readonly noted: Warning[] = [];

  /** Without a ledger there is no limit. */
  constructor(private readonly ledger?: BudgetGuard) {}

  /** Whether the tokens that providers do not report have to be estimated. */
  get needsEstimates(): boolean {
    return this.ledger !== undefined;
  }

  /** A call is about to be made. Throws `BudgetExceededError` where there is nothing left to pay for it. */
  admit(model: string, isFree: boolean): void {
    this.ledger?.admit(model, isFree);
  }

  count(row: UsageRow): void {
    this.rows.push(row);
    this.ledger?.count(row);
  }

  note(warning: Warning): void {
    this.noted.push(warning);
  }

  get usage(): readonly UsageRow[] {
    return addUsage([], this.rows);
  }

  get warnings(): readonly Warning[] {
    return this.noted;
  }
}
