/** What the calls of one task came to, written down as they happen: nothing is lost whatever becomes of them. */
import type { BudgetGuard } from "./budget-guard.js";
import { addUsage, type UsageRow } from "./usage.js";

/** Something that went another way than asked, kept in the state. */
export interface Warning {
  readonly purpose: "describe-participant" | "sharpen-topic" | "assignment" | "summarize" | "shorten-prompt";
  /**
   * Whose description or prompt it was, or who was assigned a model or an agent but is not there; the empty string for the
   * topic, for a summary of what was said, and for prompts of nobody in particular.
   */
  readonly participant: string;
  readonly reason: string;
}

export class TaskUsage {
  private readonly rows: UsageRow[] = [];
  private readonly noted: Warning[] = [];

  /** Without a guard there is no limit. */
  constructor(private readonly guard?: BudgetGuard) {}

  /** Whether the tokens that providers do not report have to be estimated. */
  get needsEstimates(): boolean {
    return this.guard !== undefined;
  }

  /** A call is about to be made. Throws `BudgetExceededError` where there is nothing left to pay for it. */
  admit(model: string, isFree: boolean): void {
    this.guard?.admit(model, isFree);
  }

  count(row: UsageRow): void {
    this.rows.push(row);
    this.guard?.count(row);
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
