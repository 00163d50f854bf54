/**
 * Replaces most control and format characters, lone surrogates, and line and paragraph separators with visible escapes
 * such as `\u{2028}`. If a text already contains such a sequence, its backslash is escaped, so that `unescapeText`
 * restores the original text.
 */

/** Excludes `\n`, tabs, and zero-width joiners and non-joiners, which ordinary text needs. */
const unsafe = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--[\n\t\u200c\u200d]]|\\(?=u\{)/gv;

const escaped = /\\u\{(10[0-9a-f]{4}|[0-9a-f]{1,5})\}/g;

const escapeCharacter = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

export const escapeText = (text: string): string => text.replace(unsafe, escapeCharacter);

export const unescapeText = (text: string): string =>
  text.replace(escaped, (_sequence, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

export const onOneLine = (text: string): string =>
  text.replace(/\s+/g, (space) => (space.includes("\n") ? " " : space));

/** Also escapes characters that would end the label or look like a tag, and a space at either end. */
export const escapeLabel = (label: string): string => escapeText(label).replace(/[\n:<>]|^\s|\s$/g, escapeCharacter);

/** Printable ASCII without backslashes needs no escaping, and this check is faster than the replacements. */
const unchanged = /^[ -[\]-~]*$/;

/** Escapes the text and indents every line except the first by two spaces. */
export const indented = (text: string) => (unchanged.test(text) ? text : escapeText(text).replaceAll("\n", "\n  "));

/** Escapes and indents every line, so that the text does not look like the prompt's own lines. */
export const indent = (text: string): string => `  ${indented(text)}`;
