/**
 * Reads a director's answer if the `calls` setting is `one`: a comment, the number of the next speaker, and a question
 * to that speaker. The comment is read while the answer streams.
 */

import { longestCarry, readAddresses } from "../../../core/text/address.js";
import type { Cleaner } from "../../../core/text/clean-speech.js";
import { parseChoice } from "../../../core/text/read-answer.js";
import { sentencesOf, withoutQuotations } from "../../../core/text/sentences.js";
import type { ChoiceAttempt } from "../../../records/decision.js";

/** Preserves the length, so that positions in the result are also valid in `text`. */
const inAscii = (text: string) =>
  text
    .replace(/[＜﹤]/g, "<")
    .replace(/[＞﹥]/g, ">")
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));

/** What models put before and after a number: emphasis, code marks, brackets and punctuation. */
const before = "[ \\t]{0,20}[*_`~([{【]{0,10}";
const after = "[*_`~)\\]}】]{0,10}[.,:;。，：；]?[ \\t]{0,20}";
const tag =
  "<\\s*(?:bid\\s*>[^<>]{0,40}<\\s*/\\s*bid|([a-z]\\w{0,30})\\s*>\\s*[+-]?\\d[\\d.,]{0,20}\\s*<\\s*/\\s*\\1|[+-]?\\d[\\d.,]{0,20}|pass)\\s*>";
/** Also matches a number that stands alone on a line, which is neither a choice nor part of the comment. */
const number = new RegExp(`(?:${before}${tag}${after}\\s*)+|(?<=^|\\n)${before}\\d{1,3}${after}(?=\\n)`, "i");
/** At the end of an answer that is still streaming, matches the beginning of what `number` matches. */
const partialNumber = new RegExp(
  `(?:\\n${before}\\d{0,3}${after}|${before}<[^<>\\n]{0,40}(?:>[^<>\\n]{0,40}(?:<[^<>\\n]{0,40})?)?)$`,
);

const findNumber = (answer: string) => number.exec(withoutQuotations(inAscii(answer))) ?? undefined;

/** `names`: the candidates' names. A missing comment or question becomes an empty text. */
export function readDirection(answer: string, names: readonly string[]) {
  const found = findNumber(answer);
  const end = found ? found.index + found[0].length : answer.length;
  const [first = "", ...others] = answer.slice(end).trim().split("\n");
  // Some models write the speaker's name after the number.
  const isName = names.includes(first.replace(/^[\s*_(（]+|(?<![\s*_)）:：.。])[\s*_)）:：.。]+$/g, ""));
  return {
    comment: answer.slice(0, found?.index).trim(),
    choice: parseChoice(answer, names.length),
    question: (isName ? others : [first, ...others]).join("\n").trim(),
  };
}

/** In characters. A longer sentence is streamed before it is complete. */
const longestHeld = 1000;

/**
 * Holds back the first question that addresses one of `names`, and the text after it, because the addressee may not get
 * the floor.
 */
function holdQuestions(names: readonly string[]) {
  let shown = "";
  let isHolding = false;
  /** The latest sentences, because a question's addressee may be named in a sentence before it. */
  let latest: string[] = [];
  return (comment: string, isWhole: boolean): string => {
    const sentences = isHolding ? [] : sentencesOf(comment.slice(shown.length));
    const isOpen = !isWhole && (sentences.at(-1) ?? "").length < longestHeld;
    for (const sentence of isOpen ? sentences.slice(0, -1) : sentences) {
      latest = [...latest.slice(-longestCarry), sentence];
      isHolding ||= readAddresses(latest.join(""), names).asked.length > 0;
      if (isHolding) break;
      shown += sentence;
    }
    return shown.trimEnd();
  };
}

/** `names`: the participants whom a question can address. */
export function commentCleaner(clean: Cleaner, names: readonly string[]): Cleaner {
  const hold = holdQuestions(names);
  let end: number | undefined;
  return (answer, isWhole) => {
    end ??= findNumber(answer)?.index;
    const isComplete = isWhole || end !== undefined;
    const comment = isComplete ? answer.slice(0, end) : answer.replace(partialNumber, "");
    const coming = comment.trimEnd();
    const { text, faults } = clean(coming, isComplete);
    const isLineOver = answer.slice(coming.length, coming.length + 10).includes("\n");
    return { text: hold(text, isComplete || isLineOver), faults };
  };
}

/** The texts and choices that the director prepares for its message in a turn. */
export interface Direction {
  readonly turn: number;
  readonly comment: string;
  /** Includes unreadable choices. Empty if a separate call asks for the choice. */
  readonly choices: readonly ChoiceAttempt[];
  /** The question in the answer that contained the choice; null if a separate call asks for the question. */
  readonly question: string | null;
}
