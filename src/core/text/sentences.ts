import { anyOf } from "./grammar.js";

/**
 * Matches the end of a sentence, or line breaks. If there are several marks, a match can start only at the first, which
 * keeps the search fast.
 */
const marks = /(?<![.!?])[.!?]+["”’)\]]*(?=\s|$)\s*|[。！？]+[”」』）]*\s*|\n+/gu;
const abbreviation = new RegExp(`(?:^|[\\s(“"])(?:\\p{Lu}|${anyOf(({ abbreviations }) => abbreviations)})\\.$`, "u");

const endsSentence = (mark: string, before: string) =>
  !mark.startsWith("..") && !(mark.startsWith(".") && abbreviation.test(`${before}.`));

/**
 * Each sentence includes the white space after it, so that joining the sentences restores the text. A period after an
 * abbreviation or an initial does not end a sentence, nor does “...”.
 */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(marks)) {
    // No abbreviation is longer than 12 characters.
    if (!endsSentence(mark, text.slice(Math.max(start, index - 12), index))) continue;
    sentences.push(text.slice(start, index + mark.length));
    start = index + mark.length;
  }
  return start < text.length ? [...sentences, text.slice(start)] : sentences;
}

/**
 * Straight single quotation marks count only at the edges of words, where they are rarely apostrophes. The length of a
 * quotation is limited, because unclosed marks would otherwise make the search slow.
 */
const quotation =
  /"[^"\n]{0,600}"|“[^“”]{0,600}”|„[^„“”]{0,600}[“”]|«[^«»]{0,600}»|‘[^‘’]{0,600}’|「[^「」]{0,600}」|『[^『』]{0,600}』|(?<!\w)'[^'\n]{0,600}'(?!\w)/g;

const quotationOnly = new RegExp(`^(?:${quotation.source})$`);

const quotedLine = /(?<=^|\n)[^\S\n]*>[^\n]*/g;

const blank = (quoted: string) => " ".repeat(quoted.length);

/**
 * Replaces quotations, and lines that start with `>`, with blanks of the same length. For a quotation, `kept` can
 * return another text of the same length to use instead.
 */
export function blankQuotations(text: string, kept: (quoted: string, start: number) => string | undefined): string {
  return text
    .replace(quotedLine, blank)
    .replace(quotation, (quoted, start: number) => kept(quoted, start) ?? blank(quoted));
}

export const withoutQuotations = (text: string): string =>
  quotationOnly.test(text) ? text : blankQuotations(text, () => undefined);
