/** Small Markdown tables. Cells are texts, not Markdown. */
import { escapeMarkdownPhrase } from "./markdown-escape.js";

export interface Column<Row> {
  readonly heading: string;
  readonly align?: "right";
  cell(row: Row): string;
}

const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

export function markdownTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  return [
    line(columns.map(({ heading }) => escapeMarkdownPhrase(heading))),
    line(columns.map(({ align }) => (align === "right" ? "---:" : "---"))),
    ...rows.map((row) => line(columns.map(({ cell }) => escapeMarkdownPhrase(cell(row))))),
  ].join("\n");
}
