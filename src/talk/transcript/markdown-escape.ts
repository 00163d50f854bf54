/**
 * Escapes texts for a Markdown page, in such a way that speeches and names can be read back exactly. A speech keeps its
 * paragraphs, lists, quotes, tables, emphasis, code, and links to websites and email addresses. It cannot create
 * headings, HTML, images, other links, definitions or formulas.
 */
import { escapeLabel, escapeText, onOneLine, unescapeText } from "../../base/escape-text.js";
import { findFencedCode, pairBackticks } from "./markdown-code.js";

/** Matches the markers of lists and quotes at the beginning of a line, with the spaces around them. */
const containers = /^[ \t]*(?:(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*)*/;
/** Matches, after the containers, a heading, an underline that makes a heading, or a code fence of tildes. */
const lineStart = /^(?:#{1,6}(?:[ \t]|$)|-+$|=+$|~~~)/;
/** Matches the rest of a link after its text, if the link leads to a website or an email address. */
const safeLink = String.raw`(?:https?:\/\/|mailto:)[^\s()<>\x60\\[\]]*(?:\([^\s()<>\x60\\[\]]*\)[^\s()<>\x60\\[\]]*)*\)`;
/**
 * Matches a backslash that would escape the next character or, at the end of a line, break the line, except before `*`
 * and `_`, which belong to a speech's emphasis. Also matches the start of HTML, entities, images, notes, other links,
 * definitions and formulas. A dollar sign before a digit is money, not a formula.
 */
const special = [
  String.raw`\\(?=[!-)+-\/:-@[-^\x60{-~]|$)`,
  String.raw`<(?=[a-z\/!?])`,
  "&(?=#|[a-z][a-z0-9]*;)",
  String.raw`!(?=\[)|(?<=\[)!`,
  String.raw`\](?=:|\((?!${safeLink}))`,
  String.raw`\$(?!\d)`,
].join("|");
/**
 * Matches the part by which an address is recognized, such as `www.` or the `@` of an email address. Renderers that
 * convert addresses to links read on to the next space, including any escapes.
 */
const address = String.raw`:\/\/|www\.|mailto:|xmpp:|@`;
// Uses `String.raw`, because the Next.js 15 minifier converts `\x60` in any other template to a bare backtick.
const parts = new RegExp(String.raw`(?<address>${address})|(?<run>\x60+)|(?<special>${special})`, "gi");
/** Matches every line that may need an escape, and some others. */
const suspicious = new RegExp(String.raw`^[ \t>+*\d#=~-]|[ \t]$|[\\<&!\]$\x60]|${address}`, "i");

const asBackslash = (character: string) => `\\${character}`;
const asEntity = (character: string) => `&#${character.charCodeAt(0)};`;

/**
 * Whether renderers agree that the text with its backticks is code. Renderers split table cells before recognizing
 * code.
 */
function isCode(text: string): boolean {
  const isSafeInTables = !text.includes("|") || [...text.matchAll(parts)].every(({ groups }) => !groups?.["special"]);
  return isSafeInTables && unescapeText(text) === text;
}

function nextSpace(text: string, from: number): number {
  const space = /[ \t]|$/g;
  space.lastIndex = from;
  return space.exec(text)?.index ?? text.length;
}

function escapeInline(text: string): string {
  const pairs = pairBackticks(text);
  const pattern = new RegExp(parts);
  let [escaped, done, addressEnd] = ["", 0, 0];
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const { index, 0: part, groups } = found;
    if (groups?.["address"] && index >= addressEnd) addressEnd = nextSpace(text, index);
    const isAddress = index < addressEnd;
    const code = isAddress ? "" : text.slice(index, pairs.get(index) ?? index);
    let safe = part;
    if (groups?.["run"] && code !== "" && isCode(code)) {
      safe = code;
      pattern.lastIndex = index + code.length;
    } else if (!groups?.["address"]) safe = part.replace(/./g, isAddress ? asEntity : asBackslash);
    escaped += text.slice(done, index) + safe;
    done = pattern.lastIndex;
  }
  return escaped + text.slice(done);
}

const showSpace = (space: string) => space.replaceAll(" ", "&nbsp;").replaceAll("\t", "&#9;");

/** `isInList`: whether the line may continue a list, in which case its indentation matters. */
function escapeLine(line: string, isInList: boolean): string {
  if (!suspicious.test(line)) return line;
  const body = line.trimEnd() === line ? line : line.replace(/(?<![ \t])[ \t]+$/, "");
  const [start = ""] = containers.exec(body) ?? [];
  const rest = body.slice(start.length);
  const shown = isInList ? start : start.replace(/^[ \t]+/, showSpace);
  return shown + (lineStart.test(rest) ? "\\" : "") + escapeInline(rest) + showSpace(line.slice(body.length));
}

const isListItem = (line: string) => /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]/.test(line);

export function escapeMarkdownLines(text: string): string[] {
  const lines = text.split("\n");
  const safeLines = escapeText(text).split("\n");
  const isFenced = findFencedCode(lines);
  let isInList = false;
  return lines.map((line, index) => {
    if (isFenced[index]) return line;
    if (isListItem(line)) isInList = true;
    else if (lines[index - 1] === "" && /^[^ \t]/.test(line)) isInList = false;
    // Two spaces at the end of a line prevent Markdown from joining it to the next line.
    const isBroken = line !== "" && (lines[index + 1] ?? "") !== "";
    return escapeLine(safeLines[index] ?? "", isInList) + (isBroken ? "  " : "");
  });
}

const escapes = /\\([!-)+-/:-@[-^`{-~])|&(nbsp);|&#(\d{1,3});|`+/g;

function unescapeLine(line: string): string {
  if (line.search(escapes) < 0) return unescapeText(line);
  const pairs = pairBackticks(line);
  const pattern = new RegExp(escapes);
  let [text, done] = ["", 0];
  for (let found = pattern.exec(line); found; found = pattern.exec(line)) {
    const [whole, character, space, code] = found;
    text += line.slice(done, found.index);
    done = pairs.get(found.index) ?? pattern.lastIndex;
    if (whole.startsWith("`")) text += line.slice(found.index, done);
    else text += character ?? (space ? " " : String.fromCharCode(Number(code)));
    pattern.lastIndex = done;
  }
  return unescapeText(text + line.slice(done));
}

/**
 * Recovers a text from the lines that {@link escapeMarkdownLines} returned. The spaces at their ends must have been
 * trimmed.
 */
export function unescapeMarkdownLines(lines: readonly string[]): string {
  const isFenced = findFencedCode(lines);
  return lines.map((line, index) => (isFenced[index] ? line : unescapeLine(line))).join("\n");
}

const escapeMarks = (line: string) => line.replace(/[\\`*_[\]<>#|&~$]/g, (character) => `\\${character}`);

/** Escapes a text for a paragraph, a heading or a table cell. The result is a single line without formatting. */
export const escapeMarkdownPhrase = (text: string): string => escapeMarks(escapeText(onOneLine(text)));

/** Escapes a speaker's name for a heading. Unlike `escapeMarkdownPhrase`, this is reversible. */
export const escapeMarkdownLabel = (label: string): string => escapeMarks(escapeLabel(label));

export const unescapeMarkdownLabel = (label: string): string =>
  unescapeText(label.replace(/\\([!-/:-@[-`{-~])/g, "$1"));
