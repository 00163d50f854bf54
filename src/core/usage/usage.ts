/** The usage of a conversation: calls and tokens by purpose, participant and model. */

import type { UsageRow, UsageTotals } from "../../records/usage.js";

const wideCharacters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Estimates one token per Chinese, Japanese or Korean character and one per four other characters. */
export function estimateTokens(text: string): number {
  const wide = text.match(wideCharacters)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / 4);
}

const isSameRow = (left: UsageRow, right: UsageRow) =>
  left.purpose === right.purpose && left.participant === right.participant && left.model === right.model;

const add = (left: UsageTotals, right: UsageTotals): UsageTotals => ({
  calls: left.calls + right.calls,
  uncounted: left.uncounted + right.uncounted,
  inputTokens: left.inputTokens + right.inputTokens,
  outputTokens: left.outputTokens + right.outputTokens,
});

function addEstimates({ estimated: left }: UsageRow, { estimated: right }: UsageRow): Pick<UsageRow, "estimated"> {
  const none = { inputTokens: 0, outputTokens: 0 };
  const sum = (field: keyof typeof none) => (left ?? none)[field] + (right ?? none)[field];
  return left || right ? { estimated: { inputTokens: sum("inputTokens"), outputTokens: sum("outputTokens") } } : {};
}

/** Adds rows to a usage table that has one row per purpose, participant and model. */
export function addUsage(table: readonly UsageRow[], rows: readonly UsageRow[]): UsageRow[] {
  const sums = [...table];
  for (const row of rows) {
    const at = sums.findIndex((known) => isSameRow(known, row));
    const known = sums[at];
    if (known) sums[at] = { ...known, ...add(known, row), ...addEstimates(known, row) };
    else sums.push(row);
  }
  return sums;
}

export function totalUsage(rows: readonly UsageRow[]): UsageTotals {
  return rows.reduce<UsageTotals>(add, { calls: 0, uncounted: 0, inputTokens: 0, outputTokens: 0 });
}

/** The name under which usage tables list the rehearsal. The rehearsal reports estimated tokens. */
export const rehearsalName = "rehearsal";
