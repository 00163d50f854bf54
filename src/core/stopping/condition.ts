import type { z } from "zod/v4";
import type { Named } from "../../base/is-record.js";
import { type inputProblem, invalidField } from "../../errors/rostrum-error.js";
import type { Decision } from "../../records/decision.js";
import type { Line } from "../../records/message.js";
import type { JudgePurpose } from "../../records/request.js";
import type { StopReason, Verdict } from "../../records/stop-reason.js";
import type { Language } from "../../words/registry.js";
import type { FieldIssue } from "../field-issue.js";

/** The data that a condition receives at each stop check. */
export interface Progress {
  /** The number of turns so far, in all runs of the thread. */
  readonly turn: number;
  /** The number of turns so far in this run. */
  readonly turnsThisRun: number;
  /** The latest message that is not an interjection. */
  readonly latest: Line | undefined;
  /** `latest`, together with all speeches that were given at the same time, in order. */
  readonly speeches: readonly Line[];
  /** The cast's speeches so far, in all runs of the thread, including those that were part of the input. */
  readonly spoken: readonly Line[];
  /** The decisions of all turns so far, oldest first. */
  readonly decisions: readonly Decision[];
  /** The judges' verdicts in this run. */
  readonly verdicts: readonly Verdict[];
  /** The names of the cast. */
  readonly names: readonly string[];
  readonly topic: string;
  readonly language: Language;
  /** Decides by a draw, with this probability, whether to stop. The draw is recorded and emitted as an event. */
  readonly drawStop: (probability: number) => { readonly draw: number; readonly stops: boolean };
}

/** Returns why the conversation should end; undefined if it should continue. */
export type StopCondition = (progress: Progress) => StopReason | undefined;

/**
 * A question that Rostrum asks a model every few turns, for conditions that code cannot decide. Each locale contains
 * the prompt.
 */
export interface Judge<Setting = never> {
  readonly purpose: JudgePurpose;
  /** Returns the minimum number of turns between two questions. */
  everyOf(setting: Setting): number;
  /** The fields of the model's structured answer, as JSON schemas. */
  readonly fields: Readonly<Record<string, object>>;
  /** Reads the answer. Returns null if it is unreadable; the verdict's `holds` is then null. */
  read(answer: Named): Pick<Verdict, "holds" | "evidence"> | null;
}

/** A problem with a condition's setting, such as a name that is not in the cast. */
export interface ConditionProblem {
  /** The path within the setting. Default: the whole setting. */
  readonly path?: readonly (string | number)[];
  /** The problem's code, and the parameters of its message. */
  readonly params: FieldIssue["params"];
}

/** A condition that can be set in the `stopping` field. */
export interface ConditionDefinition<
  Name extends string = string,
  Setting extends z.ZodType = z.ZodType,
  Needs extends "bids" | "draw" | null = "bids" | "draw" | null,
> {
  /** The condition's key in the `stopping` field. */
  readonly name: Name;
  /** The schema of the setting, with title and description. If the setting is absent, the condition is off. */
  readonly setting: Setting;
  /** `bids`: modes without bids do not offer the condition. `draw`: modes with their own draw do not offer it. */
  readonly needs: Needs;
  create(setting: z.output<Setting>): StopCondition;
  /**
   * Returns the number of turns of a run after which the condition may hold for the first time. Cost estimates use this
   * number. Default: 1.
   */
  earliest?(setting: z.output<Setting>): number;
  /** Whether the condition is certain to hold at its earliest turn. Default: false. */
  readonly isCertain?: boolean;
  /** Checks the setting against the names of the cast. Default: no checks. */
  check?(setting: z.output<Setting>, names: readonly string[]): readonly ConditionProblem[];
  /**
   * The question to a model, if the condition needs a model. The condition finds the answers in `Progress.verdicts`.
   * Default: no question.
   */
  readonly judge?: Judge<z.output<Setting>>;
}

/** Returns the condition unchanged, and lets TypeScript infer the type of the condition's setting. */
export const defineCondition = <
  const Name extends string,
  Setting extends z.ZodType,
  const Needs extends "bids" | "draw" | null,
>(
  condition: ConditionDefinition<Name, Setting, Needs>,
): ConditionDefinition<Name, Setting, Needs> => condition;

/**
 * Checks an argument of a condition created in code. Without this check, a condition with an invalid value could hold
 * immediately or never. Throws `invalid-input`.
 */
export function checkSetting(fits: boolean, ...problem: Parameters<typeof inputProblem>): void {
  if (!fits) throw invalidField(...problem);
}

export const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1;
