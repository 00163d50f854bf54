/** Choices, endings and costs in words. */
import type { TranscriptWords } from "../locales/locale.js";
import { type Bid, isMeant } from "../selection/bid.js";
import type { Decision } from "../selection/decision.js";
import type { Correction } from "../state/records.js";
import { afterThinking } from "../text/read-answer.js";
import { type Prices, spentOn } from "../usage/budget.js";
import { totalUsage, type UsageRow } from "../usage/usage.js";
import type { ConversationDocument } from "./json.js";

/** What somebody bid, without the name: `7`, `4 drawn`, `unreadable (0)`. */
export function bidInWords(bid: Bid, { number, outcomes }: TranscriptWords): string {
  return [isMeant(bid) ? number(bid.value) : "", outcomes[bid.outcome]].filter(Boolean).join(" ");
}

/** Why somebody bid so, as a quotation; the empty string where no reason was given. */
export const reasonInWords = ({ reason }: Bid): string => (reason ? `“${reason}”` : "");

/** The same with what the rule added and deducted: `5 + 2 for waiting = 7`. Empty for somebody who did not bid. */
export function scoredBid({ bids, scores }: Decision, name: string, words: TranscriptWords): string {
  const bid = bids.find(({ participant }) => participant === name);
  const score = scores.find(({ participant }) => participant === name);
  return bid ? [bidInWords(bid, words), score ? words.score(score) : ""].filter(Boolean).join(" ") : "";
}

/** How many answers became public in another form, or not at all. */
export const changedAnswers = (corrections: readonly Correction[]): number =>
  corrections.filter(({ faults }) => faults.some((fault) => fault !== "approved")).length;

const plainRules = ["round-robin", "in-turn", "together"];

/** Whether several were level, and a draw or the latest message decided. */
export const isTie = ({ tied, draw, scores }: Decision): boolean =>
  tied.length > 1 && (draw !== null || scores.length > 0);

/** What the bids alone do not say about a choice; the empty string where they say it all, or the order of speaking does. */
export function howWon(decision: Decision, words: TranscriptWords): string {
  const { tied, draw, speaker, rule, scores, addressed, choices, task, waived = [] } = decision;
  if (task) return words.chosen(words.assigned(task), speaker, null);
  if (addressed?.granted) return words.addressed(addressed);
  const refused = addressed ? words.addressed(addressed) : "";
  const isPlain = plainRules.includes(rule) || (scores.length > 0 && draw === null);
  const byRule = isPlain ? "" : words.chosen(words.rules[rule] ?? rule, speaker, draw);
  const chosen = isTie(decision) ? words.tie(tied, draw, speaker) : byRule;
  const allowed = waived.length > 0 ? words.waived(waived) : "";
  return [allowed, refused, chosen, choiceReason(choices)].filter(Boolean).join(" · ");
}

/** A longer reason is cut off, in characters. */
const maxReason = 160;

/** What a model said beside its choice, without the number. */
export function choiceReason(choices: Decision["choices"]): string {
  const answer = choices.findLast(({ problem }) => problem === null)?.answer ?? "";
  const reason = afterThinking(answer)
    .replace(/<\s*\d+\s*>/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return reason.length > maxReason ? `${reason.slice(0, maxReason)}…` : reason;
}

/** The stage and round of a meeting's turn; the empty string in other modes. */
export function placeInWords(turn: number, { messages }: ConversationDocument, words: TranscriptWords): string {
  const { stage, round } = messages.find((message) => message.turn === turn && message.stage !== null) ?? {};
  if (!stage || !round) return "";
  return words.round(stage, round, !messages.some((other) => other.stage === stage && other.round !== round));
}

/** Why the conversation ended, or how far it came. */
export function endInWords({ stopReason, messages }: ConversationDocument, words: TranscriptWords): string {
  const speeches = messages.filter(({ kind }) => kind === "speech");
  return stopReason ? words.stopped(stopReason) : words.unfinished(speeches.length);
}

/** The model that counts no tokens: its rows hold estimates. */
export const rehearsalName = "rehearsal";

function tokenHeadings(rows: readonly UsageRow[], { columns, estimated }: TranscriptWords): [string, string] {
  const guessed = rows.filter(({ model }) => model === rehearsalName).length;
  const addition = guessed === 0 ? "" : guessed === rows.length ? estimated.all : estimated.some;
  return [columns.inputTokens + addition, columns.outputTokens + addition];
}

/** The heading, a row of cells for each group, and the total. `labels`: the columns before the figures. `prices`: adds a column of cost. */
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

export function usageByPurpose(rows: readonly UsageRow[], words: TranscriptWords): string[][] {
  const groups = [...Map.groupBy(rows, ({ purpose }) => purpose)].map(([purpose, group]) => ({
    labels: [words.purposes[purpose]],
    rows: group,
  }));
  const table = usageTable(groups, { labels: [words.columns.purpose], words });
  // The total of one purpose says nothing new.
  return groups.length > 1 ? table : table.slice(0, -1);
}
