/**
 * A conversation as prompts show it: a label, the text, and every further line of the text set in by two spaces. A label
 * never begins with a space, so nothing that anybody says can pass for another speaker's line.
 */
import { memoize } from "../memoize.js";
import type { Line } from "../state/message.js";
import { escapeLabel, escapeText } from "./escape.js";

/** One message. Memoized, because every prompt of every turn shows the same lines again. */
export const renderLine = memoize(
  ({ speaker, text }: Line) => `${escapeLabel(speaker)}: ${escapeText(text).split("\n").join("\n  ")}`,
);

export function renderLines(lines: readonly Line[]): string {
  return lines.map(renderLine).join("\n");
}
