/** The port of stopping: a condition is a function that returns why the conversation should end, or nothing. */

import { inspect } from "node:util";
import type { z } from "zod";
import { inputProblem, invalidInput, RostrumError } from "../errors.js";
import type { Language } from "../language.js";
import type { Decision } from "../selection/decision.js";
import type { Line } from "../text/message.js";
import type { BudgetKind } from "../usage/budget.js";

export type StopReason = { readonly turn: number } & (
  | { readonly kind: "turns"; readonly limit: number }
  | { readonly kind: "phrase"; readonly phrase: string; readonly speaker: string }
  /** Every bid of the last `turns` auctions was at or under `threshold`; `highest` is the highest among them. */
  | { readonly kind: "silence"; readonly turns: number; readonly threshold: number; readonly highest: number }
  | { readonly kind: "bernoulli"; readonly probability: number; readonly draw: number }
  /** A meeting has gone through all its stages; `rounds` of discussion were held. */
  | { readonly kind: "stages"; readonly stages: number; readonly rounds: number }
  /** A meeting's discussion was ended by another reason; the meeting still summed up and decided. */
  | { readonly kind: "cut-short"; readonly reason: StopReason }
  /** A supervisor's plan is through: `done` of its tasks were. */
  | { readonly kind: "tasks"; readonly tasks: number; readonly done: number }
  /** The budget of a run was spent, or had not enough left for another turn; `spent` of `limit` calls, tokens, seconds or money. */
  | { readonly kind: "budget"; readonly budget: BudgetKind; readonly limit: number; readonly spent: number }
  /** Several conditions that had to hold together. */
  | { readonly kind: "all"; readonly reasons: readonly StopReason[] }
  /** Any other condition, such as the caller's own. It brings its own sentence, in one language or in all, and its numbers. */
  | {
      readonly kind: "custom";
      readonly description: string;
      readonly words?: Readonly<Record<Language, string>>;
      readonly values?: Readonly<Record<string, string | number>>;
    }
);

/** A number was drawn to decide whether to stop: it stops when `draw < probability`. */
export interface StopDraw {
  /** Turns so far. */
  readonly turn: number;
  readonly probability: number;
  readonly draw: number;
  readonly stops: boolean;
}

/** All that a condition decides by, after a turn. */
export interface Progress {
  /** Turns so far, over all runs of the thread. */
  readonly turn: number;
  /** Turns so far in this run. */
  readonly turnsThisRun: number;
  /** The latest speech or the opening; listeners' messages do not count. */
  readonly latest: Line | undefined;
  /** The latest speech, and the speeches of all who spoke at once with it, in their order. */
  readonly speeches: readonly Line[];
  /** The decisions of all turns so far. */
  readonly decisions: readonly Decision[];
  /** Draws whether something of this probability happens. The draw is recorded and emitted as an event. */
  readonly drawStop: (probability: number) => { readonly draw: number; readonly stops: boolean };
}

export type StopCondition = (progress: Progress) => StopReason | undefined;

/** A condition that can be set in the `stopping` field. */
export interface ConditionDefinition<Name extends string = string, Setting extends z.ZodType = z.ZodType> {
  /** Its key in the `stopping` field. */
  readonly name: Name;
  /** Its value there, with title and description. Left out, the condition is off. */
  readonly setting: Setting;
  create(setting: z.output<Setting>): StopCondition;
}

/** Returns the condition as it is; infers the type of its setting. */
export const defineCondition = <const Name extends string, Setting extends z.ZodType>(
  condition: ConditionDefinition<Name, Setting>,
): ConditionDefinition<Name, Setting> => condition;

/** The most turns that a conversation may have. */
export const maxTurnLimit = 10_000;

/** Checks what a condition is made with in code, where a wrong value would end nothing, or all. Throws `invalid-input`. */
export function checkSetting(fits: boolean, ...problem: Parameters<typeof inputProblem>): void {
  if (!fits) throw invalidInput([inputProblem(...problem)]);
}

/** Whether a number is whole and at least 1. */
export const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1;

/** What a condition says; one of the caller's own may say anything. Throws `invalid-stop-reason`. */
function ask(condition: StopCondition, progress: Progress): StopReason | undefined {
  const reason: unknown = condition(progress);
  if (!reason) return undefined;
  const { kind, turn } = reason as Partial<StopReason>;
  if (typeof kind === "string" && typeof turn === "number") return reason as StopReason;
  // What it is refused for is told; what it would have come to is nobody's any more.
  if (reason instanceof Promise) reason.catch(() => {});
  const returned =
    reason instanceof Promise ? undefined : inspect(reason, { breakLength: Number.POSITIVE_INFINITY, depth: 1 });
  throw new RostrumError("invalid-stop-reason", { turn: progress.turn, returned });
}

/** Stops as soon as one condition holds, and gives the first one's reason. */
export function anyOf(...conditions: readonly StopCondition[]): StopCondition {
  return (progress) => {
    for (const condition of conditions) {
      const reason = ask(condition, progress);
      if (reason) return reason;
    }
    return undefined;
  };
}

/** Stops when every condition holds at once, and gives all their reasons. Without conditions it never stops. */
export function allOf(...conditions: readonly StopCondition[]): StopCondition {
  return (progress) => {
    // Every condition is asked, so that a draw does not depend on what the others say.
    const reasons = conditions.map((condition) => ask(condition, progress));
    const holding = reasons.filter((reason) => reason !== undefined);
    if (holding.length === 0 || holding.length < conditions.length) return undefined;
    return { kind: "all", turn: progress.turn, reasons: holding };
  };
}
