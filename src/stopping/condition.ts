/** The port of stopping: a condition is a function that returns why the conversation should end, or nothing. */
import type { z } from "zod";
import { type inputProblem, invalidField } from "../errors.js";
import type { Decision } from "../selection/decision.js";
import type { Line } from "../text/message.js";
import type { StopReason } from "./stop-reason.js";

/** What a condition knows after a turn. */
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
  Needs extends "bids" | "draw" | null = "bids" | "draw" | null,
> {
  /** Its key in the `stopping` field. */
  readonly name: Name;
  /** Its value there, with title and description. Without a value the condition is off. */
  readonly setting: Setting;
  /** Modes without bids do not offer a condition that needs bids; nor do modes with a draw of their own offer one that draws. */
  readonly needs: Needs;
  create(setting: z.output<Setting>): StopCondition;
}

/** Returns the condition as it is; infers the type of its setting. */
export const defineCondition = <
  const Name extends string,
  Setting extends z.ZodType,
  const Needs extends "bids" | "draw" | null,
>(
  condition: ConditionDefinition<Name, Setting, Needs>,
): ConditionDefinition<Name, Setting, Needs> => condition;

/** The most turns that a conversation may have. */
export const maxTurnLimit = 10_000;

/** Checks an argument given in code: a wrong value would end the conversation at once, or never. Throws `invalid-input`. */
export function checkSetting(fits: boolean, ...problem: Parameters<typeof inputProblem>): void {
  if (!fits) throw invalidField(...problem);
}

export const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1;
