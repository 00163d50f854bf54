/** Records a task's model calls as they happen, so that failed and cancelled calls count too. */
import type { BudgetGuard } from "./budget-guard.js";
import { addUsage, type UsageRow } from "./usage.js";

/** Something that did not go as asked, recorded in the state. */
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

  /** Whether to estimate tokens that providers do not report. */
  get needsEstimates(): boolean {
    return this.guard !== undefined;
  }

  /** Call before each model call. @throws {BudgetExceededError} when the budget has no room for it. */
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
