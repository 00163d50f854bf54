/** What a conversation costs, and the fallbacks that were used. */
import type { Purpose } from "./request.js";

export interface UsageRow {
  readonly purpose: Purpose;
  /** Whose call it was; empty for the moderator's. */
  readonly participant: string;
  readonly model: string;
  readonly calls: number;
  /** Calls whose tokens the provider did not report; the token counts leave them out. */
  readonly uncounted: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Estimated tokens of uncounted calls, at 4 letters or 1 Chinese character per token; only if a budget needs them. */
  readonly estimated?: Pick<UsageRow, "inputTokens" | "outputTokens">;
}

export type UsageTotals = Pick<UsageRow, "calls" | "uncounted" | "inputTokens" | "outputTokens">;

/** In the order in which limits are checked. */
export const budgetKinds = ["calls", "tokens", "seconds", "money"] as const;

export type BudgetKind = (typeof budgetKinds)[number];

/** A fallback that was used, recorded in the state. */
export interface Warning {
  /** The number of turns taken before it. */
  readonly turn: number;
  readonly purpose:
    | ("describe-participant" | "sharpen-topic" | "assignment" | "summarize" | "shorten-prompt")
    | ("bid-panel" | "judge-agreement")
    /** A person who did not answer in time. */
    | "speech";
  /**
   * The participant concerned, or the name that a model or an agent was assigned to
   * although nobody has it; empty if the warning concerns no single participant.
   */
  readonly participant: string;
  readonly reason: string;
}
