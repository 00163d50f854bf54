/**
 * Makes any text safe to set in lines: characters that break lines or change how text is shown are written as `\u{2028}`.
 * Reversible: a text that already holds such a sequence has its backslash written the same way.
 */

/** Controls, line breaks other than "\n", bidirectional and other invisible marks, lone surrogates; and what looks like our own escapes. */
const unsafe = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|\\(?=u\{)/gu;
const escaped = /\\u\{([0-9a-f]+)\}/g;

const escapeCharacter = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

export function escapeText(text: string): string {
  return text.replace(unsafe, escapeCharacter);
}

/** The text that `escapeText` was given. */
export function unescapeText(text: string): string {
  return text.replace(escaped, (_sequence, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

/** A speaker's label: also without whatever would end it or pass for a tag, and with its outer space made visible. */
export function escapeLabel(label: string): string {
  return escapeText(label).replace(/[\n:<>]|^\s|\s$/g, escapeCharacter);
}
