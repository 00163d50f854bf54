/** Reads out of a model's answer which candidate it chose. Candidates are counted from 1. */
import type { ChoiceProblem } from "../selection/decision.js";
import { readNumberTag } from "./number-tag.js";

/** `index` counts from 0. */
export type ChoiceReading =
  | { readonly ok: true; readonly index: number }
  | { readonly ok: false; readonly problem: ChoiceProblem };

const unreadable = (problem: ChoiceProblem): ChoiceReading => ({ ok: false, problem });

function checkChoice(number: number, candidates: number): ChoiceReading {
  if (!Number.isInteger(number)) return unreadable("not-an-integer");
  return number >= 1 && number <= candidates ? { ok: true, index: number - 1 } : unreadable("out-of-range");
}

/** Reads `<2>`. A name is no choice: only what was asked for counts. */
export function parseChoice(answer: string, candidates: number): ChoiceReading {
  const reading = readNumberTag(answer);
  switch (reading.kind) {
    case "none":
    case "pass":
      return unreadable("no-choice");
    case "several":
      return unreadable("several-choices");
    case "text":
      return unreadable("not-an-integer");
    case "number":
      return checkChoice(reading.value, candidates);
  }
}
