/** What a text is made of: its sentences, and what it quotes. */
import { anyOf } from "./grammar.js";

/** A run of marks is tried from its beginning only. */
const marks = /(?<![.!?])[.!?]+["”’)\]]*(?=\s|$)\s*|[。！？]+[”」』）]*\s*|\n+/gu;
const abbreviation = new RegExp(`(?:^|[\\s(“"])(?:\\p{Lu}|${anyOf(({ abbreviations }) => abbreviations)})\\.$`, "u");

const endsSentence = (mark: string, before: string) =>
  !mark.startsWith("..") && !(mark.startsWith(".") && abbreviation.test(`${before}.`));

/**
 * Sentences with what follows them: put together again they are the text. Reads marks, not meaning: a point behind an abbreviation
 * or an initial ends nothing, nor does “...”.
 */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(marks)) {
    // No abbreviation is longer than this.
    if (!endsSentence(mark, text.slice(Math.max(start, index - 12), index))) continue;
    sentences.push(text.slice(start, index + mark.length));
    start = index + mark.length;
  }
  return start < text.length ? [...sentences, text.slice(start)] : sentences;
}

/**
 * Pairs of quotation marks. Straight single ones only where they cannot be apostrophes. The length is bounded, because marks
 * that nobody closes would be searched for again and again.
 */
const quotation =
  /"[^"\n]{0,600}"|“[^“”]{0,600}”|„[^„“”]{0,600}[“”]|«[^«»]{0,600}»|‘[^‘’]{0,600}’|「[^「」]{0,600}」|『[^『』]{0,600}』|(?<!\w)'[^'\n]{0,600}'(?!\w)/g;

const quotationOnly = new RegExp(`^(?:${quotation.source})$`);

const quotedLine = /(?<=^|\n)[^\S\n]*>[^\n]*/g;

const blank = (quoted: string) => " ".repeat(quoted.length);

/** The text with blanks, as many as there were letters, for what it quotes. `kept`: what stays of a quotation, as long as that. */
export function blankQuotations(text: string, kept: (quoted: string, start: number) => string | undefined): string {
  return text
    .replace(quotedLine, blank)
    .replace(quotation, (quoted, start: number) => kept(quoted, start) ?? blank(quoted));
}

/** The text without what it quotes. A text that is one quotation stays. */
export const withoutQuotations = (text: string): string =>
  quotationOnly.test(text) ? text : blankQuotations(text, () => undefined);
