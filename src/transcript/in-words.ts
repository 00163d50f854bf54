/** Choices and endings in words. */
import type { TranscriptWords } from "../locales/locale.js";
import { type Bid, isMeant } from "../selection/bid.js";
import type { Decision } from "../selection/decision.js";
import { stripThinking } from "../text/read-answer.js";
import type { UsageRow } from "../usage/usage.js";
import type { ConversationDocument } from "./json.js";

/** What somebody bid, without the name: `7`, `4 drawn`, `unreadable (0)`. */
export function bidInWords(bid: Bid, { number, outcomes }: TranscriptWords): string {
  return [isMeant(bid) ? number(bid.value) : "", outcomes[bid.outcome]].filter(Boolean).join(" ");
}

/** Why somebody bid so, as a quotation; the empty string where no reason was given. */
export const reasonInWords = ({ reason }: Bid): string => (reason ? `“${reason}”` : "");

const plainRules = ["round-robin", "in-turn", "together", "assigned"];

/** What the bids alone do not say about a choice; the empty string where they say it all, or the order of speaking does. */
export function howWon(decision: Decision, words: TranscriptWords): string {
  const { tied, draw, speaker, rule, scores, addressed, choices } = decision;
  if (addressed?.granted) return words.addressed(addressed);
  const refused = addressed ? words.addressed(addressed) : "";
  const isPlain = plainRules.includes(rule) || (scores.length > 0 && draw === null);
  const byRule = isPlain ? "" : words.chosen(words.rules[rule] ?? rule, speaker, draw);
  const isTie = tied.length > 1 && (draw !== null || scores.length > 0);
  const chosen = isTie ? words.tie(tied, draw, speaker) : byRule;
  return [refused, chosen, givenReason(choices)].filter(Boolean).join(" · ");
}

/** A longer reason is cut off, in characters. */
const maxReason = 160;

/** What a model said beside its choice, without the number. */
function givenReason(choices: Decision["choices"]): string {
  const answer = choices.findLast(({ problem }) => problem === null)?.answer ?? "";
  const reason = stripThinking(answer)
    .replace(/<\s*\d+\s*>/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return reason.length > maxReason ? `${reason.slice(0, maxReason)}…` : reason;
}

/** Why the conversation ended, or how far it came. */
export function endInWords({ stopReason, messages }: ConversationDocument, words: TranscriptWords): string {
  const speeches = messages.filter(({ kind }) => kind === "speech");
  return stopReason ? words.stopped(stopReason) : words.interrupted(speeches.length);
}

/** The model that counts no tokens: its rows hold estimates. */
export const rehearsalName = "rehearsal";

export function tokenHeadings(rows: readonly UsageRow[], { columns, estimated }: TranscriptWords): [string, string] {
  const guessed = rows.filter(({ model }) => model === rehearsalName).length;
  const addition = guessed === 0 ? "" : guessed === rows.length ? estimated.all : estimated.some;
  return [columns.inputTokens + addition, columns.outputTokens + addition];
}
