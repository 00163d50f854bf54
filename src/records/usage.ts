import type { Purpose } from "./request.js";

/** The usage of all model calls with the same purpose, participant and model. */
export interface UsageRow {
  readonly purpose: Purpose;
  /** The participant or leader for whom the calls were made; empty for calls that belong to neither. */
  readonly participant: string;
  readonly model: string;
  readonly calls: number;
  /**
   * The calls whose tokens the provider did not report, or reported with impossible figures, such as negative numbers.
   * The token counts exclude these calls.
   */
  readonly uncounted: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The estimated tokens of uncounted calls. Only calls in runs with a budget are estimated. */
  readonly estimated?: Pick<UsageRow, "inputTokens" | "outputTokens">;
}

export type UsageTotals = Pick<UsageRow, "calls" | "uncounted" | "inputTokens" | "outputTokens">;

/** The kinds of limits, in the order in which they are checked. */
export const budgetKinds = ["calls", "tokens", "seconds", "money"] as const;

export type BudgetKind = (typeof budgetKinds)[number];

/** A record of something that did not go as planned, such as a fallback that Rostrum used. */
export interface Warning {
  /** The number of turns taken before the warning. */
  readonly turn: number;
  readonly purpose:
    | ("describe-participant" | "sharpen-topic" | "assignment" | "summarize" | "shorten-prompt")
    | ("bid-panel" | "judge-agreement")
    /** Rostrum cut off an answer at `maxAnswerLength`. */
    | "long-answer"
    /** A person did not answer in time. */
    | "speech";
  /**
   * The participant concerned, or the unknown name to which a model or an agent was assigned. Empty if the warning does
   * not concern a single participant.
   */
  readonly participant: string;
  readonly reason: string;
}
