/**
 * Escapes text so that readers cannot mistake it for anything else. Characters that break lines or change how text is
 * displayed become `\u{2028}`. If a text already contains such a sequence, its backslash is escaped.
 */

/**
 * Control characters, line breaks other than "\n", bidirectional and other invisible marks, lone surrogates, and
 * sequences that look like our own escapes.
 */
const unsafe = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--[\n\t\u200c\u200d]]|\\(?=u\{)/gv;

const escaped = /\\u\{(10[0-9a-f]{4}|[0-9a-f]{1,5})\}/g;

const escapeCharacter = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

export const escapeText = (text: string): string => text.replace(unsafe, escapeCharacter);

export const unescapeText = (text: string): string =>
  text.replace(escaped, (_sequence, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/** Puts the text on one line: replaces each line break and the space around it with a single space. */
export const onOneLine = (text: string): string =>
  text.replace(/\s+/g, (space) => (space.includes("\n") ? " " : space));

/**
 * Escapes a speaker's label. Also escapes characters that would end the label or look like a tag, and space at its
 * start and end.
 */
export const escapeLabel = (label: string): string => escapeText(label).replace(/[\n:<>]|^\s|\s$/g, escapeCharacter);

/** Most texts need no change. This check takes half the time of the replacements. */
const unchanged = /^[ -[\]-~]*$/;

/** Escapes the text and indents every line but the first by two spaces. */
export const indented = (text: string) => (unchanged.test(text) ? text : escapeText(text).replaceAll("\n", "\n  "));

/** Escapes a text and indents every line, so that none looks like a line of the prompt. */
export const indent = (text: string): string => `  ${indented(text)}`;
