/**
 * Escapes text so that it cannot create Markdown headings, lists, tables, links, images, HTML, formulas or code. In the
 * lines of a speech, emphasis such as *gestures* still works, ordinary prose does not change, and the escaping is
 * reversible.
 */
import { escapeLabel, escapeText, onOneLine, unescapeText } from "../../base/escape-text.js";

/**
 * Matches a backslash that would escape the next character or, at the end of a line, break the line. Before spaces at
 * the end of a line, a backslash would escape the `&` of the entity that replaces the spaces.
 */
const backslash = /\\(?=[!-/:-@[-`{-~]|[ \t]*$)/;
/** Matches the start of code, images, links, HTML, entities and formulas. A dollar sign before a digit is money. */
const inline = /`|!(?=\[)|\](?=[([:])|<(?=[A-Za-z/!?])|&(?=#|[A-Za-z][A-Za-z0-9]*;)|\$(?!\d)/;
const lineStart = /^(?:#(?=#{0,5}(?:\s|$))|>|[-+*](?=\s|$)|[-=*_](?=[\s\-=*_:|]*$)|~(?=~~)|\||:(?=-))/;
const special = new RegExp([backslash, inline, lineStart].map(({ source }) => source).join("|"), "g");
const numbered = /^(\d{1,9})([.)])(?=\s|$)/;
/** Matches spaces and tabs at both ends of a line. Markdown would remove them or treat the line as code. */
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

/** Escapes all Markdown characters in a text that is on one line. */
const escapeMarks = (line: string) => line.replace(/[\\`*_[\]<>#|&~$]/g, (character) => `\\${character}`);

/** Escapes a text for a paragraph, a heading or a table cell. The result is on one line and has no formatting. */
export const escapeMarkdownPhrase = (text: string): string => escapeMarks(escapeText(onOneLine(text)));

/** Escapes a speaker's name for a heading. Unlike `escapeMarkdownPhrase`, this is reversible. */
export const escapeMarkdownLabel = (label: string): string => escapeMarks(escapeLabel(label));
