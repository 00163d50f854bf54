/** Why a conversation ended, with the numbers that decided it. */
import type { Language } from "../language.js";
import type { BudgetKind } from "../usage/budget.js";

export type StopReason =
  | { readonly kind: "turns"; readonly turn: number; readonly limit: number }
  | { readonly kind: "phrase"; readonly turn: number; readonly phrase: string; readonly speaker: string }
  /** Every bid of the last `turns` auctions was at or under `threshold`; `highest` is the highest among them. */
  | {
      readonly kind: "silence";
      readonly turn: number;
      readonly turns: number;
      readonly threshold: number;
      readonly highest: number;
    }
  | { readonly kind: "bernoulli"; readonly turn: number; readonly probability: number; readonly draw: number }
  /** A meeting has gone through all its stages; `rounds` of discussion were held. */
  | { readonly kind: "stages"; readonly turn: number; readonly stages: number; readonly rounds: number }
  /** A meeting's discussion was ended by another reason; the meeting still summed up and decided. */
  | { readonly kind: "cut-short"; readonly turn: number; readonly reason: StopReason }
  /** A supervisor's plan is through: `done` of its tasks were. */
  | { readonly kind: "tasks"; readonly turn: number; readonly tasks: number; readonly done: number }
  /** The budget of a run was spent, or had not enough left for another turn; `spent` of `limit` calls, tokens, seconds or money. */
  | {
      readonly kind: "budget";
      readonly turn: number;
      readonly budget: BudgetKind;
      readonly limit: number;
      readonly spent: number;
    }
  /** Several conditions that had to hold together. */
  | { readonly kind: "all"; readonly turn: number; readonly reasons: readonly StopReason[] }
  /** Any other condition, such as the caller's own. It brings its own sentence, in one language or in all, and its numbers. */
  | {
      readonly kind: "custom";
      readonly turn: number;
      readonly description: string;
      readonly words?: Readonly<Record<Language, string>>;
      readonly values?: Readonly<Record<string, string | number>>;
    };

/** A number was drawn to decide whether to stop: it stops when `draw < probability`. */
export interface StopDraw {
  /** Turns so far. */
  readonly turn: number;
  readonly probability: number;
  readonly draw: number;
  readonly stops: boolean;
}
