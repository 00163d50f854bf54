/**
 * Every line of a text except the first is indented by two spaces, and a label never starts with a space, so no text
 * can look like another speaker's line, and `readLines` can restore the messages.
 */

import { escapeLabel, indent, indented, unescapeText } from "../../base/escape-text.js";
import { invalidField } from "../../errors/rostrum-error.js";
import type { Line } from "../../records/message.js";
import type { RenderConversation } from "../../records/remembered-conversation.js";

export const renderLine = ({ speaker, text }: Line): string => `${escapeLabel(speaker)}: ${indented(text)}`;

/**
 * Renders lines in the form that prompts use. For the messages in a conversation's state, pass `messages.map(lineOf)`.
 *
 * @throws `invalid-input` if an entry is not a line, for example if it is a message.
 */
export function renderLines(lines: readonly Line[]): string {
  const invalid = lines.findIndex(({ speaker, text }) => typeof speaker !== "string" || typeof text !== "string");
  if (invalid >= 0) throw invalidField(`lines[${invalid}]`, "expected", { expected: "line" });
  return lines.map(renderLine).join("\n");
}

/** Parses the output of `renderLines`, and restores all speakers and texts exactly. */
export function readLines(rendered: string): Line[] {
  if (rendered === "") return [];
  return rendered.split(/\n(?! {2})/).map((block) => {
    const colon = block.indexOf(": ");
    const text = block.slice(colon + 2).split("\n  ");
    return { speaker: unescapeText(block.slice(0, colon)), text: unescapeText(text.join("\n")) };
  });
}

export const renderConversation: RenderConversation = (
  { lines, omitted, summary, text = renderLines(lines) },
  { leftOut, inShort },
  isNumbered,
) => {
  const gap = omitted > 0 ? `${leftOut}\n` : "";
  const note = summary === undefined ? gap : `${inShort}\n${indent(summary)}\n`;
  const shown = isNumbered
    ? lines.map((line, index) => `[${omitted + index + 1}] ${renderLine(line)}`).join("\n")
    : text;
  return `<conversation>\n${note}${shown}\n</conversation>`;
};
