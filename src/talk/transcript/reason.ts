import { wordsOfRule } from "../../core/selection/rule-words.js";
import type { Decision } from "../../records/decision.js";
import { type Language, locales } from "../../words/registry.js";

/**
 * Explains how the rule chose the speaker, or which task the speaker is doing.
 *
 * @param leader - The name of the director or supervisor; empty if the conversation has no leader.
 */
export function ruleReason(
  { rule, speaker, addressed, draw, task }: Decision,
  language: Language,
  leader: string,
): string {
  const { prompts, transcript: words } = locales[language];
  if (task) return words.explain.task(task, speaker);
  const drawn = draw === null ? null : words.draw(draw);
  const facts = { rule, speaker, leader: leader || prompts.moderator, drawn, by: addressed?.by ?? "" };
  return wordsOfRule(rule, words).explain(facts);
}

/**
 * Explains why the speaker has the floor: by the bids if they were decisive, otherwise by the rule.
 *
 * @param leader - The name of the director or supervisor. Default: the moderator.
 */
export const reasonOf = (decision: Decision, language: Language, leader = ""): string =>
  locales[language].transcript.bidReason(decision) ?? ruleReason(decision, language, leader);
