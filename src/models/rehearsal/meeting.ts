/** What is said, judged and decided in a staged meeting, without a model. */
import type { DecideBrief, JudgeBrief, SpeechBrief, StageBrief } from "../../domain/brief.js";
import { decision } from "./meeting/decision.js";
import { judgement } from "./meeting/judgement.js";
import { presentation } from "./meeting/presentation.js";
import { summary } from "./meeting/summary.js";
import { speech } from "./speech.js";

/** What a stage asks for; where there is a story to tell, it waits until the meeting is over. */
export function meetingSpeech(brief: SpeechBrief, { task }: StageBrief): string {
  switch (task) {
    case "present":
      return presentation(brief);
    case "discuss":
      return speech(brief);
    case "summarize":
      return summary(brief);
    case "decide": {
      const { decision: decided, rationale } = decision(brief);
      return [decided, rationale].filter(Boolean).join(brief.language === "en" ? " " : "");
    }
  }
}

export function judgeRound(brief: JudgeBrief): string {
  return JSON.stringify(judgement(brief));
}

export function decide(brief: DecideBrief): string {
  return JSON.stringify(decision(brief));
}
