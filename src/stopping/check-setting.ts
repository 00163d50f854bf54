/** Conditions made in code are checked when they are made, as those of a scenario are: a wrong one would end nothing, or all. */
import { invalidInput } from "../errors.js";

/** Throws `invalid-input` unless the setting fits. */
export function checkSetting(fits: boolean, setting: string, allowed: string): void {
  if (!fits) throw invalidInput([{ field: setting, message: `must be ${allowed}` }]);
}

/** Whether a number is whole and at least 1. */
export const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1;
