/** Reads out of a model's answer which candidate it chose. Candidates are counted from 1. */
import type { ChoiceProblem } from "../domain/decision.js";
import { readNumberTag } from "./number-tag.js";
import { readObject } from "./object.js";

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

/** What one structured answer of the director gives. A text that is not there is empty. */
export interface StructuredDirection {
  readonly comment: string;
  readonly choice: ChoiceReading;
  readonly question: string;
}

/** Reads `{ "comment": …, "next": 2, "question": … }`. Never throws: what is missing is told as missing. */
export function readStructuredDirection(answer: string, candidates: number): StructuredDirection {
  const fields = readObject(answer);
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name].trim() : "");
  const { next } = fields;
  const isMissing = next === undefined || next === null;
  return {
    comment: text("comment"),
    choice: isMissing
      ? unreadable("no-choice")
      : typeof next === "number" || (typeof next === "string" && /^\d+$/.test(next.trim()))
        ? checkChoice(Number(next), candidates)
        : unreadable("not-an-integer"),
    question: text("question"),
  };
}
