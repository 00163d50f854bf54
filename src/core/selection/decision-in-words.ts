import { type Bid, isMeant } from "../../records/bid.js";
import type { Decision } from "../../records/decision.js";
import type { CommonWords } from "../../words/en/common.js";
import type { TranscriptWords } from "../../words/en/transcript.js";
import { afterThinking } from "../text/read-answer.js";
import { wordsOfRule } from "./rule-words.js";

/** A bid without its bidder's name, for example `7`, `4 drawn` or `unreadable (0)`. */
export function bidInWords(bid: Bid, { number, outcomes }: TranscriptWords): string {
  return [isMeant(bid) ? number(bid.value) : "", outcomes[bid.outcome]].filter(Boolean).join(" ");
}

export const reasonInWords = ({ reason }: Bid): string => (reason ? `“${reason}”` : "");

/**
 * A bid and its score, for example `5 + 2 for waiting = 7`. Empty if the decision contains no bid by the participant.
 */
export function scoredBid({ bids, scores }: Decision, name: string, words: TranscriptWords): string {
  const bid = bids.find(({ participant }) => participant === name);
  const score = scores.find(({ participant }) => participant === name);
  return bid ? [bidInWords(bid, words), score ? words.score(score) : ""].filter(Boolean).join(" ") : "";
}

const plainRules = ["round-robin", "in-turn", "together"];

export const isTie = ({ tied, draw, scores }: Decision): boolean =>
  tied.length > 1 && (draw !== null || scores.length > 0);

export const isByModel = ({ choices }: Decision): boolean => choices.some(({ problem }) => problem === null);

export const choiceFacts = (
  { turn, among, named }: Decision,
  words: Pick<CommonWords, "among" | "named">,
): string[] => [...(among ? [words.among(among)] : []), ...(named ? [words.named(named, turn)] : [])];

function isUpset({ bids, speaker }: Decision): boolean {
  const own = bids.find(({ participant }) => participant === speaker)?.value ?? 0;
  return bids.some((bid) => isMeant(bid) && bid.participant !== speaker && bid.value >= own);
}

/** Returns how the speaker was chosen; empty if the bids or the speaking order explain the choice completely. */
export function howWon(decision: Decision, words: TranscriptWords): string {
  const { tied, draw, speaker, rule, scores, addressed, choices, task, waived = [] } = decision;
  if (task) return words.chosen(words.assigned(task), speaker, null);
  if (addressed?.granted) return words.addressed(addressed);
  const refused = addressed ? words.addressed(addressed) : "";
  const isPlain = plainRules.includes(rule) || (rule !== "selector" && scores.length > 0 && draw === null);
  const byRule = isPlain ? "" : words.chosen(wordsOfRule(rule, words).label ?? rule, speaker, draw);
  const withoutStop = (sentence: string) => sentence.replace(/[.。]$/u, "");
  const reason = isTie(decision) || isUpset(decision) ? words.bidReason(decision) : null;
  const byBids = reason && withoutStop(reason);
  const chosen = byBids ?? (isTie(decision) ? words.tie(tied, draw, speaker, isByModel(decision)) : byRule);
  const allowed = waived.length > 0 ? words.waived(waived) : "";
  const facts = choiceFacts(decision, words).map(withoutStop);
  return [allowed, refused, chosen, ...facts, choiceReason(choices)].filter(Boolean).join(" · ");
}

/** The maximum length of a reason, in characters. */
const maxReason = 160;

/**
 * Returns the latest readable answer, without the model's thinking and tags such as `<2>`, cut off at `maxReason`;
 * empty if no answer was readable.
 */
export function choiceReason(choices: Decision["choices"]): string {
  const answer = choices.findLast(({ problem }) => problem === null)?.answer ?? "";
  const reason = afterThinking(answer)
    .replace(/<\s*\d+\s*>/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return reason.length > maxReason ? `${reason.slice(0, maxReason)}…` : reason;
}
