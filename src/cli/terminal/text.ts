/** Text that is safe to show, and text in columns. Widths count terminal cells: a Chinese character takes two. */
import stringWidth from "string-width";
import { escapeText } from "../../text/lines.js";

/**
 * Text of participants, models and servers is untrusted. Characters that could move the cursor, change colours or reverse the
 * direction of writing are shown as `\u{1b}`.
 */
export function safeText(text: string): string {
  return escapeText(text.replaceAll("\r\n", "\n")).replaceAll("\t", " ");
}

/** The same for text of one line. */
export function safeLine(text: string): string {
  return safeText(text).replace(/\s*\n\s*/g, " ");
}

export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - stringWidth(text)));
}

export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - stringWidth(text))) + text;
}

export function widest(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, stringWidth(text)), 0);
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

export function splitGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** The text, or its beginning and “…” where it is wider than `width`. */
export function truncate(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let shown = "";
  for (const grapheme of splitGraphemes(text)) {
    if (stringWidth(shown + grapheme) > width - 1) break;
    shown += grapheme;
  }
  return `${shown.trimEnd()}…`;
}

/** Rows of cells as lines. The first `leftColumns` columns are aligned to the left, the others to the right. */
export function alignTable(
  rows: readonly (readonly string[])[],
  { indent = "", leftColumns = 1 }: { readonly indent?: string; readonly leftColumns?: number } = {},
): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) => widest(rows.map((row) => row[column] ?? "")));
  return rows.map((row) => {
    const cells = row.map((cell, column) => (column < leftColumns ? padEnd : padStart)(cell, widths[column] ?? 0));
    return `${indent}${cells.join("  ")}`.trimEnd();
  });
}
