/**
 * A conversation as prompts show it: each message is a label and a text, whose further lines are indented by two spaces. A
 * label never begins with a space, so nothing that anybody says can pass for another speaker's line; it can all be read back.
 *
 * Characters that break lines or change how text is shown are written as `\u{2028}`, and so is the backslash of a text that
 * already holds such a sequence.
 */
import type { RememberedConversation } from "../memory/remember.js";
import type { Line } from "./message.js";

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

const indented = (text: string) => (unchanged.test(text) ? text : escapeText(text).replaceAll("\n", "\n  "));

export const renderLine = ({ speaker, text }: Line): string => `${escapeLabel(speaker)}: ${indented(text)}`;

export const renderLines = (lines: readonly Line[]): string => lines.map(renderLine).join("\n");

/** Reads back what `renderLines` wrote: the same speakers and texts, for any text. */
export function readLines(rendered: string): Line[] {
  if (rendered === "") return [];
  return rendered.split(/\n(?! {2})/).map((block) => {
    const colon = block.indexOf(": ");
    const text = block.slice(colon + 2).split("\n  ");
    return { speaker: unescapeText(block.slice(0, colon)), text: unescapeText(text.join("\n")) };
  });
}

/** Indents every line of a text, so that none can pass for a line of the prompt. */
export const indent = (text: string): string => `  ${indented(text)}`;

/**
 * The conversation between its marks, with a note where memory left something out. `isNumbered`: each message follows its
 * number in the whole conversation, counted from 1.
 */
export function renderConversation(
  { lines, omitted, summary, text = renderLines(lines) }: RememberedConversation,
  /** Says that messages are missing; heads a summary of them. */
  { leftOut, inShort }: { readonly leftOut: string; readonly inShort: string },
  isNumbered: boolean,
): string {
  const gap = omitted > 0 ? `${leftOut}\n` : "";
  const note = summary === undefined ? gap : `${inShort}\n${indent(summary)}\n`;
  const shown = isNumbered
    ? lines.map((line, index) => `[${omitted + index + 1}] ${renderLine(line)}`).join("\n")
    : text;
  return `<conversation>\n${note}${shown}\n</conversation>`;
}
