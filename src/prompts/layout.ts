/** How material is set apart from instructions, the same in every language. */
import type { Remembered } from "../domain/brief.js";
import { memoize } from "../domain/memoize.js";
import { escapeText } from "../transcript/escape.js";
import { renderLine, renderLines } from "../transcript/render.js";

/** Sets every line of a text in, so that none of it can pass for a line of the prompt. */
export function indent(text: string): string {
  return `  ${escapeText(text).split("\n").join("\n  ")}`;
}

const renderRemembered = memoize(({ lines }: Remembered) => renderLines(lines));

/** Each message behind its number in the whole conversation, counted from 1. */
const renderNumbered = memoize(({ lines, omitted }: Remembered) =>
  lines.map((line, index) => `[${omitted + index + 1}] ${renderLine(line)}`).join("\n"),
);

/** What is said of messages that a prompt does not hold. */
interface Notes {
  /** So many were left out. */
  leftOut(count: number): string;
  /** Heads a summary of them. */
  readonly inShort: string;
}

/** The conversation between its marks, with a note where memory left something out. */
export function renderConversation(remembered: Remembered, { leftOut, inShort }: Notes, isNumbered: boolean): string {
  const { omitted, recap } = remembered;
  const gap = omitted > 0 ? [leftOut(omitted)] : [];
  const note = recap === undefined ? gap : [`${inShort}\n${indent(recap)}`];
  const lines = (isNumbered ? renderNumbered : renderRemembered)(remembered);
  return ["<conversation>", ...note, lines, "</conversation>"].join("\n");
}
