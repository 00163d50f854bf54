/**
 * A conversation as prompts show it: each message is a label and a text, whose further lines are indented by two
 * spaces. A label never starts with a space, so no text can look like another speaker's line, and the original can be
 * read back.
 */

import { escapeLabel, indent, indented, unescapeText } from "../../base/escape-text.js";
import type { Line } from "../../records/message.js";
import type { RenderConversation } from "../../records/remembered-conversation.js";

export const renderLine = ({ speaker, text }: Line): string => `${escapeLabel(speaker)}: ${indented(text)}`;

export const renderLines = (lines: readonly Line[]): string => lines.map(renderLine).join("\n");

/** Reads the output of `renderLines`. Restores the same speakers and texts, whatever they contain. */
export function readLines(rendered: string): Line[] {
  if (rendered === "") return [];
  return rendered.split(/\n(?! {2})/).map((block) => {
    const colon = block.indexOf(": ");
    const text = block.slice(colon + 2).split("\n  ");
    return { speaker: unescapeText(block.slice(0, colon)), text: unescapeText(text.join("\n")) };
  });
}

/** Renders the conversation between its tags, with a note if messages were left out. */
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
