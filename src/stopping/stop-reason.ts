/** Why a conversation ended, with the numbers that decided it. */
import type { Language } from "../language.js";
import type { BudgetKind } from "../usage/budget.js";

export type StopReason = { readonly turn: number } & (
  | Readonly<{ kind: "turns"; limit: number }>
  | Readonly<{ kind: "phrase"; phrase: string; speaker: string }>
  /** No bid of the last `turns` auctions was above `threshold`; `highest` is the highest of them. */
  | Readonly<{ kind: "silence"; turns: number; threshold: number; highest: number }>
  | Readonly<{ kind: "bernoulli"; probability: number; draw: number }>
  /** A meeting has completed all its stages, with `rounds` of discussion. */
  | Readonly<{ kind: "stages"; stages: number; rounds: number }>
  /** Another reason ended a meeting's discussion; the meeting still summarized and decided. */
  | Readonly<{ kind: "cut-short"; reason: StopReason }>
  /** A supervisor's plan is complete; `done` of its tasks succeeded. */
  | Readonly<{ kind: "tasks"; tasks: number; done: number }>
  /** The rest of the run's budget does not cover another turn: `spent` of `limit` calls, tokens, seconds or money. */
  | Readonly<{ kind: "budget"; budget: BudgetKind; limit: number; spent: number }>
  /** All conditions of `allOf` held. */
  | Readonly<{ kind: "all"; reasons: readonly StopReason[] }>
  /** A caller's own condition, with its sentence (`words`: by language) and its numbers. */
  | Readonly<{
      kind: "custom";
      description: string;
      words?: Readonly<Record<Language, string>>;
      values?: Readonly<Record<string, string | number>>;
    }>
);

/** A draw that decides whether to stop: it stops when `draw < probability`. */
export interface StopDraw {
  readonly turn: number;
  readonly probability: number;
  readonly draw: number;
  readonly stops: boolean;
}
