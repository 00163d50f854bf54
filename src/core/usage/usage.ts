import type { UsageRow, UsageTotals } from "../../records/usage.js";

/** The number of characters per token. The numbers are low, so that estimates are rarely too low. */
const perToken = { letters: 4, otherAlphabets: 2, others: 1 };

const endOfLatin = 0x250;
const startOfWide = 0x1100;

const latinTokens = Float64Array.from(
  { length: endOfLatin },
  (_each, code) => 1 / (/[\p{L} ]/u.test(String.fromCharCode(code)) ? perToken.letters : perToken.others),
);

/** Does not round, so that callers can add up the parts of a text. */
export function weighTokens(text: string): number {
  let tokens = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < endOfLatin) tokens += latinTokens[code] ?? 0;
    else tokens += 1 / (code < startOfWide ? perToken.otherAlphabets : perToken.others);
  }
  return tokens;
}

export const chargedTokens = (text: string): number => Math.ceil(weighTokens(text));

const wideCharacters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** The usual rough estimate: one token per Chinese, Japanese or Korean character and one per four other characters. */
export function estimateTokens(text: string): number {
  const wide = text.match(wideCharacters)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / 4);
}

export const isSameRow = (left: UsageRow, right: UsageRow) =>
  left.purpose === right.purpose && left.participant === right.participant && left.model === right.model;

const add = (left: UsageTotals, right: UsageTotals): UsageTotals => ({
  calls: left.calls + right.calls,
  uncounted: left.uncounted + right.uncounted,
  inputTokens: left.inputTokens + right.inputTokens,
  outputTokens: left.outputTokens + right.outputTokens,
});

export type Tokens = Pick<UsageTotals, "inputTokens" | "outputTokens">;

export const noTokens: Tokens = { inputTokens: 0, outputTokens: 0 };

export const addTokens = (left: Tokens, right: Tokens): Tokens => ({
  inputTokens: left.inputTokens + right.inputTokens,
  outputTokens: left.outputTokens + right.outputTokens,
});

function addEstimates({ estimated: left = noTokens }: UsageRow, { estimated: right = noTokens }: UsageRow) {
  const estimated = addTokens(left, right);
  return estimated.inputTokens === 0 && estimated.outputTokens === 0 ? {} : { estimated };
}

/** A usage table has one row per purpose, participant and model. */
export function addUsage(table: readonly UsageRow[], rows: readonly UsageRow[]): UsageRow[] {
  const sums = [...table];
  for (const row of rows) {
    const at = sums.findIndex((known) => isSameRow(known, row));
    const known = sums[at];
    if (known) {
      const { estimated: _estimated, ...others } = known;
      sums[at] = { ...others, ...add(known, row), ...addEstimates(known, row) };
    } else sums.push(row);
  }
  return sums;
}

const isEmptyRow = ({ calls, uncounted, inputTokens, outputTokens, estimated }: UsageRow) =>
  calls === 0 && uncounted === 0 && inputTokens === 0 && outputTokens === 0 && !estimated;

/** Returns the usage in `rows` that exceeds `included`. Omits rows with fewer calls than `included`. */
export function usageBeyond(rows: readonly UsageRow[], included: readonly UsageRow[]): UsageRow[] {
  const negated = included.map(({ estimated, ...row }) => ({
    ...row,
    calls: -row.calls,
    uncounted: -row.uncounted,
    inputTokens: -row.inputTokens,
    outputTokens: -row.outputTokens,
    ...(estimated && {
      estimated: { inputTokens: -estimated.inputTokens, outputTokens: -estimated.outputTokens },
    }),
  }));
  return addUsage(addUsage([], rows), negated).filter((row) => row.calls >= 0 && !isEmptyRow(row));
}

export function totalUsage(rows: readonly UsageRow[]): UsageTotals {
  return rows.reduce<UsageTotals>(add, { calls: 0, uncounted: 0, ...noTokens });
}

/** The name under which usage tables list the rehearsal. */
export const rehearsalName = "rehearsal";
