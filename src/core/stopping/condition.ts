/** The port of stopping: a condition is a function that returns why the conversation should end, or nothing. */
import type { z } from "zod";
import type { Named } from "../../base/is-record.js";
import { type inputProblem, invalidField } from "../../errors/rostrum-error.js";
import type { Decision } from "../../records/decision.js";
import type { Line } from "../../records/message.js";
import type { JudgePurpose } from "../../records/request.js";
import type { StopReason, Verdict } from "../../records/stop-reason.js";
import type { Language } from "../../words/registry.js";
import type { FieldIssue } from "../field-issue.js";

/** What a condition knows after a turn. */
export interface Progress {
  /** Turns so far, over all runs of the thread. */
  readonly turn: number;
  /** Turns so far in this run. */
  readonly turnsThisRun: number;
  /** The latest speech or the opening; listeners' messages do not count. */
  readonly latest: Line | undefined;
  /** The latest speech and those that were spoken at the same time, in order. */
  readonly speeches: readonly Line[];
  /** All speeches of participants so far, over all runs of the thread. */
  readonly spoken: readonly Line[];
  /** The decisions of all turns so far. */
  readonly decisions: readonly Decision[];
  /** What judges have said in this run. */
  readonly verdicts: readonly Verdict[];
  /** The names of the cast. */
  readonly names: readonly string[];
  readonly topic: string;
  readonly language: Language;
  /** Draws whether something of this probability happens. The draw is recorded and emitted as an event. */
  readonly drawStop: (probability: number) => { readonly draw: number; readonly stops: boolean };
}

export type StopCondition = (progress: Progress) => StopReason | undefined;

/** What a model is asked every few turns, for a condition that cannot tell by itself. The prompt is in the locales. */
export interface Judge<Setting = never> {
  readonly purpose: JudgePurpose;
  /** After how many turns it is asked again. */
  everyOf(setting: Setting): number;
  /** The fields of its structured answer, as JSON schemas. */
  readonly fields: Readonly<Record<string, object>>;
  /** Returns null for an answer that cannot be read; then the conversation continues. */
  read(answer: Named): Pick<Verdict, "holds" | "evidence"> | null;
}

/** A setting of a condition that does not fit the cast. */
export interface ConditionProblem {
  /** Where in the setting. Default: the whole setting. */
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
  /** Its key in the `stopping` field. */
  readonly name: Name;
  /** Its value there, with title and description. Without a value the condition is off. */
  readonly setting: Setting;
  /** Modes without bids do not offer a condition that needs bids; nor do modes with a draw of their own offer one that draws. */
  readonly needs: Needs;
  create(setting: z.output<Setting>): StopCondition;
  /** Checks its setting against the names of the cast. Default: no checks. */
  check?(setting: z.output<Setting>, names: readonly string[]): readonly ConditionProblem[];
  /** Asked before the condition, which finds the answers in `Progress.verdicts`. Default: no model is asked. */
  readonly judge?: Judge<z.output<Setting>>;
}

/** Returns the condition as it is; infers the type of its setting. */
export const defineCondition = <
  const Name extends string,
  Setting extends z.ZodType,
  const Needs extends "bids" | "draw" | null,
>(
  condition: ConditionDefinition<Name, Setting, Needs>,
): ConditionDefinition<Name, Setting, Needs> => condition;

/** Checks an argument given in code: a wrong value would end the conversation at once, or never. Throws `invalid-input`. */
export function checkSetting(fits: boolean, ...problem: Parameters<typeof inputProblem>): void {
  if (!fits) throw invalidField(...problem);
}

export const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1;
