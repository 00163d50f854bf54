/** Reads back what `renderMarkdown` wrote: the same speakers and texts, for any text. */
import type { Line } from "../text/message.js";
import { unescapeMarkdownLabel, unescapeMarkdownLines } from "./markdown-escape.js";

/** A turn's heading: what stands before the first point says which turn it is, the rest is the speaker. */
const heading = /^### \S+ ·(?: (.*))?$/;

/** The lines of the block quote that begins at or after `start`. A text's own outer space is escaped, so what is there is ours. */
function quotedLines(lines: readonly string[], start: number): string[] {
  const first = lines.findIndex((line, index) => index >= start && line !== "");
  const quoted: string[] = [];
  for (let index = first; index >= 0 && lines[index]?.startsWith(">"); index += 1)
    quoted.push((lines[index] ?? "").slice(1).replace(/^ | +$/g, ""));
  return quoted;
}

export function readMarkdown(markdown: string): Line[] {
  const lines = markdown.split(/\r?\n/);
  return lines.flatMap((line, index) => {
    const found = heading.exec(line);
    if (!found) return [];
    return [
      { speaker: unescapeMarkdownLabel(found[1] ?? ""), text: unescapeMarkdownLines(quotedLines(lines, index + 1)) },
    ];
  });
}
