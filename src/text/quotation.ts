/** What somebody quotes is not what they say. */

/**
 * Pairs of quotation marks. Straight single ones only where they cannot be apostrophes. The length is bounded, because marks
 * that nobody closes would be searched for again and again.
 */
const quotation =
  /"[^"\n]{0,600}"|“[^“”]{0,600}”|„[^„“”]{0,600}[“”]|«[^«»]{0,600}»|‘[^‘’]{0,600}’|「[^「」]{0,600}」|『[^『』]{0,600}』|(?<!\w)'[^'\n]{0,600}'(?!\w)/g;

/** A text that is nothing but a quotation. */
const quotationOnly = new RegExp(`^(?:${quotation.source})$`);

/** Lines that are marked as quoted. */
const quotedLine = /^[^\S\n]*>.*$/gm;

const blank = (quoted: string) => " ".repeat(quoted.length);

/** The text with blanks, as many as there were letters, for what it quotes. A text that is one quotation stays. */
export function withoutQuotations(text: string): string {
  return quotationOnly.test(text) ? text : text.replace(quotedLine, blank).replace(quotation, blank);
}
