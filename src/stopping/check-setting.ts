/** Conditions made in code are checked when they are made, as those of a scenario are: a wrong one would end nothing, or all. */
import { inputProblem, invalidInput } from "../errors.js";

/** Throws `invalid-input` unless the setting fits. */
export function checkSetting(fits: boolean, ...problem: Parameters<typeof inputProblem>): void {
  if (!fits) throw invalidInput([inputProblem(...problem)]);
}

/** Whether a number is whole and at least 1. */
export const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1;
