/** How material is set apart from instructions, the same in every language. */

import { memoize } from "../memoize.js";
import type { RememberedConversation } from "../models/request.js";
import type { Line } from "../state/message.js";
import { escapeText } from "../transcript/escape.js";
import { renderLine, renderLines } from "../transcript/render.js";

/** Sets every line of a text in, so that none of it can pass for a line of the prompt. */
export function indent(text: string): string {
  return `  ${escapeText(text).split("\n").join("\n  ")}`;
}

interface Rendered {
  readonly lines: readonly Line[];
  readonly text: string;
}

/** Conversations grow at their end: what was rendered of one before, by its first line. */
const renderedBefore = new WeakMap<Line, Rendered>();

/** A conversation from its first line on; only what has come since the last time is rendered. */
function renderGrowing(lines: readonly Line[]): string {
  const [first] = lines;
  const before = first && renderedBefore.get(first);
  const hasGrown = before?.lines.every((line, index) => line === lines[index]);
  const fresh = hasGrown ? lines.slice(before?.lines.length) : lines;
  const text = [...(before && hasGrown ? [before.text] : []), ...fresh.map(renderLine)].join("\n");
  if (first) renderedBefore.set(first, { lines, text });
  return text;
}

const renderRemembered = memoize(({ lines, omitted }: RememberedConversation) =>
  omitted === 0 ? renderGrowing(lines) : renderLines(lines),
);

/** Each message behind its number in the whole conversation, counted from 1. */
const renderNumbered = memoize(({ lines, omitted }: RememberedConversation) =>
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
export function renderConversation(
  remembered: RememberedConversation,
  { leftOut, inShort }: Notes,
  isNumbered: boolean,
): string {
  const { omitted, summary } = remembered;
  const gap = omitted > 0 ? [leftOut(omitted)] : [];
  const note = summary === undefined ? gap : [`${inShort}\n${indent(summary)}`];
  const lines = (isNumbered ? renderNumbered : renderRemembered)(remembered);
  return ["<conversation>", ...note, lines, "</conversation>"].join("\n");
}
