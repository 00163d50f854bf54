/**
 * Escapes a text so that Markdown shows it as it was said: no heading, list, table, link, image, HTML, formula or code.
 * Emphasis, such as *gestures*, still works. The escaping is reversible, and does not change ordinary prose.
 */
import { escapeLabel, escapeText, onOneLine, unescapeText } from "../../base/escape-text.js";

/** A backslash that would escape the next character (or an entity that replaces outer space), or break the line. */
const backslash = /\\(?=[!-/:-@[-`{-~]|[ \t]*$)/;
/** Code; images and links; HTML; entities; formulas. A dollar before a digit is money. */
const inline = /`|!(?=\[)|\](?=[([:])|<(?=[A-Za-z/!?])|&(?=#|[A-Za-z][A-Za-z0-9]*;)|\$(?!\d)/;
const lineStart = /^(?:#(?=#{0,5}(?:\s|$))|>|[-+*](?=\s|$)|[-=*_](?=[\s\-=*_:|]*$)|~(?=~~)|\||:(?=-))/;
const special = new RegExp([backslash, inline, lineStart].map(({ source }) => source).join("|"), "g");
const numbered = /^(\d{1,9})([.)])(?=\s|$)/;
/** Space at the ends of a line, which Markdown removes or turns into code. */
const outerSpace = /^[ \t]+|(?<![ \t])[ \t]+$/g;

const entities: Readonly<Record<string, string>> = { "&nbsp;": " ", "&#9;": "\t" };
const showSpace = (space: string) => [...space].map((each) => (each === " " ? "&nbsp;" : "&#9;")).join("");

function escapeLine(line: string): string {
  const safe = line.replace(special, (character) => `\\${character}`);
  return safe.replace(numbered, "$1\\$2").replace(outerSpace, showSpace);
}

export const escapeMarkdownLines = (text: string): string[] => escapeText(text).split("\n").map(escapeLine);

const unescapeMarkdownLine = (line: string) =>
  line.replace(/\\([!-/:-@[-`{-~])|&nbsp;|&#9;/g, (found, escaped?: string) => escaped ?? entities[found] ?? found);

export function unescapeMarkdownLines(lines: readonly string[]): string {
  return unescapeText(lines.map(unescapeMarkdownLine).join("\n"));
}

/** Escapes each character that has a meaning in Markdown, in a text on one line. */
const escapeMarks = (line: string) => line.replace(/[\\`*_[\]<>#|&~$]/g, (character) => `\\${character}`);

/** Escapes a text for a paragraph, a heading or a table cell: on one line, without any formatting. */
export const escapeMarkdownPhrase = (text: string): string => escapeMarks(escapeText(onOneLine(text)));

/** Escapes a speaker's name for a heading. Unlike an escaped phrase, it can be read back. */
export const escapeMarkdownLabel = (label: string): string => escapeMarks(escapeLabel(label));
