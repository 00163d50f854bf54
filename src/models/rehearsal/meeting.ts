/** What is said, judged and decided in a staged meeting, without a model. */
import type { DecideRequest, JudgeRequest, SpeechRequest, StageContext } from "../request.js";
import { decision } from "./meeting/decision.js";
import { judgement } from "./meeting/judgement.js";
import { presentation } from "./meeting/presentation.js";
import { summary } from "./meeting/summary.js";
import { speech } from "./speech.js";

/** What a stage asks for; where there is a story to tell, it waits until the meeting is over. */
export function meetingSpeech(request: SpeechRequest, { task }: StageContext): string {
  switch (task) {
    case "present":
      return presentation(request);
    case "discuss":
      return speech(request);
    case "summarize":
      return summary(request);
    case "decide": {
      const { decision: decided, rationale } = decision(request);
      return [decided, rationale].filter(Boolean).join(request.language === "en" ? " " : "");
    }
  }
}

export function judgeRound(request: JudgeRequest): string {
  return JSON.stringify(judgement(request));
}

export function decide(request: DecideRequest): string {
  return JSON.stringify(decision(request));
}
