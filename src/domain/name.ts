/** What a participant may be called: names are labels in prompts and transcripts, so nothing in them may look like markup. */

/** Longest name, in characters. */
export const maxNameLength = 64;

/** Characters that would let a name break out of its line, hide, or read as a label or a tag. */
const forbidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}:：<>＜＞]|(?![\u200c\u200d])\p{Cf}/u;

/** The name as it is kept: composed, without space at its ends, with single spaces inside. */
export function tidyName(name: string): string {
  return name.normalize("NFC").trim().replace(/ +/g, " ");
}

/** What two names are compared by: equal when a reader could not tell them apart by more than letter forms. */
export function nameKey(name: string): string {
  return tidyName(name.normalize("NFKC").replace(/[\u200c\u200d]/g, ""));
}

/** The first character that no name may hold, or undefined. */
export function forbiddenInName(name: string): string | undefined {
  return forbidden.exec(name)?.[0];
}
