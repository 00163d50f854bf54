/** How material is set apart from instructions, the same in every language. */
import type { Remembered } from "../domain/brief.js";
import { memoize } from "../domain/memoize.js";
import { escapeText } from "../transcript/escape.js";
import { renderLines } from "../transcript/render.js";

/** Sets every line of a text in, so that none of it can pass for a line of the prompt. */
export function indent(text: string): string {
  return `  ${escapeText(text).split("\n").join("\n  ")}`;
}

const renderRemembered = memoize(({ lines }: Remembered) => renderLines(lines));

/** The conversation between its marks, with a note where memory left something out. */
export function renderConversation(remembered: Remembered, leftOut: (count: number) => string): string {
  const note = remembered.omitted > 0 ? [leftOut(remembered.omitted)] : [];
  return ["<conversation>", ...note, renderRemembered(remembered), "</conversation>"].join("\n");
}
