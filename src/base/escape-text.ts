/**
 * Text that cannot pass for anything but text: characters that break lines or change how text is shown are written as `\u{2028}`,
 * and so is the backslash of a text that already holds such a sequence.
 */

/** Controls, line breaks other than "\n", bidirectional and other invisible marks, lone surrogates; and what looks like our own escapes. */
const unsafe = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--[\n\t\u200c\u200d]]|\\(?=u\{)/gv;

const escaped = /\\u\{(10[0-9a-f]{4}|[0-9a-f]{1,5})\}/g;

const escapeCharacter = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

export const escapeText = (text: string): string => text.replace(unsafe, escapeCharacter);

export const unescapeText = (text: string): string =>
  text.replace(escaped, (_sequence, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/** The text on one line: a space for every line break and the space around it. */
export const onOneLine = (text: string): string =>
  text.replace(/\s+/g, (space) => (space.includes("\n") ? " " : space));

/** A speaker's label: also without whatever would end it or pass for a tag, and with its outer space made visible. */
export const escapeLabel = (label: string): string => escapeText(label).replace(/[\n:<>]|^\s|\s$/g, escapeCharacter);

/** Most texts need no change, which this tells in half the time. */
const unchanged = /^[ -[\]-~]*$/;

/** The text with its further lines indented by two spaces. */
export const indented = (text: string) => (unchanged.test(text) ? text : escapeText(text).replaceAll("\n", "\n  "));

/** Indents every line of a text, so that none can pass for a line of the prompt. */
export const indent = (text: string): string => `  ${indented(text)}`;
