/** What is judged and decided in a meeting, without a model. */
import type { DecideBrief, JudgeBrief } from "../../domain/brief.js";

export function judgeRound({ stage, language }: JudgeBrief): string {
  const reason = language === "en" ? "The arguments are on the table." : "该说的都说了。";
  return JSON.stringify({ sufficient: stage.round > 1, reason, open: [] });
}

export function decide({ language }: DecideBrief): string {
  const decision = language === "en" ? "We try it for a year." : "先试一年。";
  return JSON.stringify({ decision, rationale: decision, dissent: "" });
}
