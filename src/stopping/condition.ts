/** The port of stopping: a condition is a function that returns why the conversation should end, or nothing. */
import type { z } from "zod";
import { inputProblem, invalidInput } from "../errors.js";
import type { Decision } from "../selection/decision.js";
import type { Line } from "../text/message.js";
import type { StopReason } from "./stop-reason.js";

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
export interface ConditionDefinition<
  Name extends string = string,
  Setting extends z.ZodType = z.ZodType,
  NeedsBids extends boolean = boolean,
  Draws extends boolean = boolean,
> {
  /** Its key in the `stopping` field. */
  readonly name: Name;
  /** Its value there, with title and description. Left out, the condition is off. */
  readonly setting: Setting;
  /** Whether it reads bids: modes without bids do not offer it. */
  readonly needsBids: NeedsBids;
  /** Whether it draws a number: modes with a draw of their own do not offer it. */
  readonly draws: Draws;
  create(setting: z.output<Setting>): StopCondition;
}

/** Returns the condition as it is; infers the type of its setting. */
export const defineCondition = <
  const Name extends string,
  Setting extends z.ZodType,
  const NeedsBids extends boolean,
  const Draws extends boolean,
>(
  condition: ConditionDefinition<Name, Setting, NeedsBids, Draws>,
): ConditionDefinition<Name, Setting, NeedsBids, Draws> => condition;

/** The most turns that a conversation may have. */
export const maxTurnLimit = 10_000;

/** Checks what a condition is made with in code, where a wrong value would end nothing, or all. Throws `invalid-input`. */
export function checkSetting(fits: boolean, ...problem: Parameters<typeof inputProblem>): void {
  if (!fits) throw invalidInput([inputProblem(...problem)]);
}

/** Whether a number is whole and at least 1. */
export const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1;
