import { type Prices, spentOn } from "../../core/usage/budget.js";
import { messageUsageOf, usageBesides } from "../../core/usage/message-usage.js";
import { rehearsalName, totalUsage } from "../../core/usage/usage.js";
import type { Correction } from "../../records/correction.js";
import type { MessageUsage } from "../../records/message.js";
import type { UsageRow } from "../../records/usage.js";
import type { TranscriptWords } from "../../words/en/transcript.js";
import type { ConversationDocument } from "./json.js";

/** Drafts that were approved unchanged do not count. */
export const changedAnswers = (corrections: readonly Correction[]): number =>
  corrections.filter(({ faults }) => faults.some((fault) => fault !== "approved")).length;

export function placeInWords(turn: number, { messages }: ConversationDocument, words: TranscriptWords): string {
  const { stage, round } = messages.find((message) => message.turn === turn && message.stage !== null) ?? {};
  if (!stage || !round) return "";
  return words.round(stage, round, !messages.some((other) => other.stage === stage && other.round !== round));
}

export function endInWords({ stopReason, messages }: ConversationDocument, words: TranscriptWords): string {
  const speeches = messages.filter(({ kind }) => kind === "speech");
  return stopReason ? words.stopped(stopReason) : words.unfinished(speeches.length);
}

function tokenHeadings(rows: readonly UsageRow[], { columns, estimated }: TranscriptWords): [string, string] {
  const guessed = rows.filter(({ model }) => model === rehearsalName).length;
  const addition = guessed === 0 ? "" : guessed === rows.length ? estimated.all : estimated.some;
  return [columns.inputTokens + addition, columns.outputTokens + addition];
}

/**
 * The first row contains the headings, and the last row contains the totals. `labels`: the headings of the columns
 * before the figures.
 */
export function usageTable(
  groups: readonly { readonly labels: readonly string[]; readonly rows: readonly UsageRow[] }[],
  { labels, words, prices }: { labels: readonly string[]; words: TranscriptWords; prices?: Prices | undefined },
): string[][] {
  const { columns, number, amount } = words;
  const all = groups.flatMap(({ rows }) => rows);
  const total = labels.map((_label, index) => (index === 0 ? columns.total : ""));
  const heading = [...labels, columns.calls, ...tokenHeadings(all, words), ...(prices ? [columns.money] : [])];
  const lines = [...groups, { labels: total, rows: all }].map(({ labels, rows }) => {
    const { calls, inputTokens, outputTokens } = totalUsage(rows);
    const cost = prices ? [amount(spentOn(rows, prices).money)] : [];
    return [...labels, ...[calls, inputTokens, outputTokens].map(number), ...cost];
  });
  return [heading, ...lines];
}

/**
 * Returns the usage that no message after the opening accounts for. Returns undefined if none of these messages records
 * its usage, for example because an earlier version of Rostrum saved the conversation.
 */
export function usageOutsideSpeeches({ usage, messages, decisions }: ConversationDocument): MessageUsage | undefined {
  // A fork into another mode copies speeches without their decisions. The speeches' usage belongs to the original.
  const firstTurn = decisions[0]?.turn ?? Number.POSITIVE_INFINITY;
  const copied = messages.findLastIndex(({ kind, turn }) => kind === "speech" && Number(turn) < firstTurn);
  const spoken = messages.slice(copied + 1).flatMap(({ kind, usage: own }) => (kind === "opening" ? [] : (own ?? [])));
  return spoken.length === 0 ? undefined : usageBesides(messageUsageOf(usage.rows, usage.prices), spoken);
}

export function usageByPurpose(rows: readonly UsageRow[], words: TranscriptWords): string[][] {
  const groups = [...Map.groupBy(rows, ({ purpose }) => purpose)].map(([purpose, group]) => ({
    labels: [words.purposes[purpose]],
    rows: group,
  }));
  const table = usageTable(groups, { labels: [words.columns.purpose], words });
  // Omits the total if there is only one purpose, because both rows would have the same figures.
  return groups.length > 1 ? table : table.slice(0, -1);
}
