/** Reads what a director says in one answer, also while it comes: a comment, the number of who speaks next, and the question to that person. */
import type { ChoiceAttempt } from "../../selection/decision.js";
import type { Cleaner } from "../../text/clean-speech.js";
import { withoutQuotations } from "../../text/quotation.js";
import { type ChoiceReading, parseChoice } from "../../text/read-choice.js";

/** One answer's three parts. A text that is not there is empty. */
export interface DirectionReading {
  readonly comment: string;
  readonly choice: ChoiceReading;
  readonly question: string;
}

/** As in ASCII, letter by letter, so that what is found has its place in the answer. */
const inAscii = (text: string) =>
  text
    .replace(/[＜﹤]/g, "<")
    .replace(/[＞﹥]/g, ">")
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));

/** What models put around a number: emphasis, code, brackets, a full stop behind it. */
const before = "[ \\t]*[*_`~([{【]*";
const behind = "[*_`~)\\]}】]*[.,:;。，：；]?[ \\t]*";
const tag = "<\\s*(?:bid\\s*>[^<>]{0,40}<\\s*/\\s*bid|[+-]?\\d[\\d.,]{0,20}|pass)\\s*>";
/** A number in angle brackets; or one without, where it has a line of its own: that chooses nobody, but it is no part of the comment. */
const number = new RegExp(`(?:${before}${tag}${behind}\\s*)+|(?<=^|\\n)${before}\\d{1,3}${behind}(?=\\n)`, "i");
/** What may yet become one. */
const mayBecomeNumber = new RegExp(
  `(?:\\n${before}\\d{0,3}${behind}|${before}<[^<>\\n]{0,40}(?:>[^<>\\n]{0,40}(?:<[^<>\\n]{0,10})?)?)$`,
);

/** Where the first number stands that nobody is quoted with; undefined where there is none. */
const numberIn = (answer: string) => number.exec(withoutQuotations(inAscii(answer))) ?? undefined;

/** Reads a whole answer, given the candidates' names. Never throws: what is missing is told as missing. */
export function readDirection(answer: string, names: readonly string[]): DirectionReading {
  const found = numberIn(answer);
  const end = found ? found.index + found[0].length : answer.length;
  const [first = "", ...others] = answer.slice(end).trim().split("\n");
  // Some write the name beside the number.
  const isName = names.includes(first.replace(/^[\s*_(（]+|[\s*_)）:：.。]+$/g, ""));
  return {
    comment: answer.slice(0, found?.index).trim(),
    choice: parseChoice(answer, names.length),
    question: (isName ? others : [first, ...others]).join("\n").trim(),
  };
}

/** Longer than anything that is looked for at the end of what has come, quotations included. */
const looksBack = 1500;

/** A cleaner of an answer's comment, which is its beginning. */
export function commentOf(clean: Cleaner): Cleaner {
  let end: number | undefined;
  return (answer, isWhole) => {
    if (end === undefined) {
      const from = answer.lastIndexOf("\n", Math.max(0, answer.length - looksBack)) + 1;
      const start = answer.length > looksBack ? from : 0;
      const found = numberIn(answer.slice(start));
      if (found) end = start + found.index;
    }
    const comment = end === undefined && !isWhole ? answer.replace(mayBecomeNumber, "") : answer.slice(0, end);
    return clean(comment.trimEnd(), isWhole);
  };
}

export interface Direction {
  readonly turn: number;
  /** What it says about where the conversation stands. */
  readonly comment: string;
  /** Its choices so far, where they came with the comment. */
  readonly choices: readonly ChoiceAttempt[];
  /** Its question, where that came with the comment. */
  readonly question: string | null;
}
