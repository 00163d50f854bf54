/** Reads what a director says in one answer, also while it comes: a comment, the number of who speaks next, and the question to that person. */
import { type ChoiceReading, parseChoice } from "./choice.js";
import type { Cleaner } from "./clean-speech.js";
import { withoutQuotations } from "./quotation.js";

/** One answer's three parts. A text that is not there is empty. */
export interface DirectionReading {
  readonly comment: string;
  readonly choice: ChoiceReading;
  readonly question: string;
}

/** A number in its brackets, which may be written more than once. Whether it is anybody's is looked at when all is there. */
const number = /(?:[<＜]\s*[+-]?[\d０-９][\d０-９.,]{0,20}\s*[>＞]\s*)+/;
/** What may yet become one. */
const mayBecomeNumber = /[<＜]\s*[+-]?[\d０-９.,]{0,20}\s*$/;

/** Where the first number of its own stands; undefined where there is none. */
const numberIn = (answer: string) => number.exec(withoutQuotations(answer)) ?? undefined;

/** Reads a whole answer. Never throws: what is missing is told as missing. */
export function readDirection(answer: string, candidates: number): DirectionReading {
  const found = numberIn(answer);
  const end = found ? found.index + found[0].length : answer.length;
  return {
    comment: answer.slice(0, found?.index).trim(),
    choice: parseChoice(answer, candidates),
    question: answer.slice(end).trim(),
  };
}

/** A cleaner of an answer's comment, which is its beginning. */
export function commentOf(clean: Cleaner): Cleaner {
  return (answer, isWhole) => {
    const found = numberIn(answer);
    const comment = found ? answer.slice(0, found.index) : isWhole ? answer : answer.replace(mayBecomeNumber, "");
    return clean(comment.trimEnd(), isWhole);
  };
}
