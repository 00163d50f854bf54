/** What a conversation cost, one line per purpose, participant and model. */

import { locales } from "../../../locales/registry.js";
import { tokenHeadings } from "../../../transcript/in-words.js";
import type { ExportedConversation } from "../../../transcript/json.js";
import { spentOn } from "../../../usage/budget.js";
import { alignTable, safeLine } from "../../terminal/text.js";

export function usageTable({ usage, language }: ExportedConversation): string {
  const words = locales[language].transcript;
  const { columns, purposes, number } = words;
  const { rows, totals, money, prices } = usage;
  const isPriced = money !== null;
  const line = (labels: readonly string[], { calls, inputTokens, outputTokens }: typeof totals, cost: number) => [
    ...labels,
    ...[calls, inputTokens, outputTokens].map(number),
    ...(isPriced ? [words.amount(cost)] : []),
  ];
  const heading = [columns.purpose, columns.participant, columns.model, columns.calls, ...tokenHeadings(rows, words)];
  const lines = alignTable(
    [
      [...heading, ...(isPriced ? [columns.money] : [])],
      ...rows.map((row) =>
        line(
          [purposes[row.purpose], safeLine(row.participant) || "–", safeLine(row.model)],
          row,
          spentOn([row], prices).money,
        ),
      ),
      line([columns.total, "", ""], totals, money ?? 0),
    ],
    { leftColumns: 3 },
  );
  return `${lines.join("\n")}\n`;
}
