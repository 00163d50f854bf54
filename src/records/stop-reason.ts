import type { BudgetKind } from "./usage.js";

/** Why a conversation ended, with the values that led to the end. `turn`: the number of turns taken. */
export type StopReason = { readonly turn: number } & (
  | Readonly<{ kind: "turns"; limit: number }>
  | Readonly<{ kind: "phrase"; phrase: string; speaker: string }>
  /** None of the bids in the last `turns` auctions was above `threshold`. `highest`: the highest of these bids. */
  | Readonly<{ kind: "silence"; turns: number; threshold: number; highest: number }>
  | Readonly<{ kind: "probability"; probability: number; draw: number }>
  /**
   * At least the share `threshold` of the significant words in the last `turns` speeches had been said before. `share`:
   * the actual share. `words`: the most frequent of the repeated words.
   */
  | Readonly<{ kind: "repetition"; turns: number; share: number; threshold: number; words: readonly string[] }>
  /** The verdict after the turn `judged` found that the participants agree. `on`: what they agree on. */
  | Readonly<{ kind: "agreement"; judged: number; on: string }>
  /** A meeting has completed all its stages, with `rounds` of discussion. */
  | Readonly<{ kind: "stages"; stages: number; rounds: number }>
  /**
   * `reason` cut a meeting's discussion short, or left a request for the floor unanswered. The meeting still completed
   * its other stages.
   */
  | Readonly<{ kind: "cut-short"; reason: StopReason }>
  /** A supervisor's plan is complete; `done` of its tasks succeeded. */
  | Readonly<{ kind: "tasks"; tasks: number; done: number }>
  /**
   * A supervisor found the results sufficient, and dropped the open tasks. `reason`: the supervisor's reason; can be
   * empty.
   */
  | Readonly<{ kind: "enough"; reason: string; tasks: number; done: number }>
  /**
   * A supervisor's plan has had `limit` versions, or its workers have started `limit` tasks. The open tasks were not
   * done.
   */
  | Readonly<{ kind: "plan-limit"; limited: "plans" | "tasks"; limit: number; tasks: number; done: number }>
  /**
   * A supervisor was about to make the same plan for the third time. `versions`: the versions with this plan. `plan`:
   * its tasks.
   */
  | Readonly<{
      kind: "same-plan";
      versions: readonly number[];
      plan: readonly string[];
      tasks: number;
      done: number;
    }>
  /**
   * The run's budget is used up, or the rest does not cover another turn. The run has spent `spent` of `limit` calls,
   * tokens, seconds or money.
   */
  | Readonly<{ kind: "budget"; budget: BudgetKind; limit: number; spent: number }>
  /** A person took longer than `limitMs` for a turn. */
  | Readonly<{ kind: "late"; participant: string; limitMs: number }>
  /** All conditions of `allOf` held. */
  | Readonly<{ kind: "all"; reasons: readonly StopReason[] }>
  /**
   * A caller's own condition holds. `words`: the description in other languages, by language code. `values`: data for
   * programs that read the reason.
   */
  | Readonly<{
      kind: "custom";
      description: string;
      words?: Readonly<Record<string, string>>;
      values?: Readonly<Record<string, string | number>>;
    }>
);

/** A model's answer to a stop condition's question. */
export interface Verdict {
  readonly turn: number;
  /** The condition's name, such as `agreement`. */
  readonly condition: string;
  /**
   * Whether the condition holds; null if the answer was unreadable or the call failed, in which case the condition does
   * not hold.
   */
  readonly holds: boolean | null;
  /** The model's reason, on one line; can be empty. */
  readonly evidence: string;
  /** The model's answer, usually as JSON; empty if there was none. */
  readonly answer: string;
}

/** A draw for a stop condition. The condition holds if `draw < probability`. */
export interface StopDraw {
  readonly turn: number;
  readonly probability: number;
  readonly draw: number;
  readonly stops: boolean;
}
