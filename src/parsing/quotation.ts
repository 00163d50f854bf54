/** What somebody quotes is not what they say. */

/** Pairs of quotation marks. Straight single ones only where they cannot be apostrophes. */
const quotation = /"[^"\n]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|‘[^’]*’|「[^」]*」|『[^』]*』|(?<!\w)'[^'\n]*'(?!\w)/g;

/** A text that is nothing but a quotation. */
const quotationOnly = new RegExp(`^(?:${quotation.source})$`);

/** Lines that are marked as quoted. */
const quotedLine = /^[^\S\n]*>.*$/gm;

/** The text without what it quotes. A text that is one quotation stays. */
export function withoutQuotations(text: string): string {
  return quotationOnly.test(text) ? text : text.replace(quotedLine, " ").replace(quotation, " ");
}
