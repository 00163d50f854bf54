/** What a director says and decides, without a model: the host of a talk who is not of the cast. */
import type { ChooseBrief, DirectBrief, PromptBrief, ReflectBrief } from "../../domain/brief.js";
import { countWords } from "../../domain/word-count.js";
import { choice } from "./director/choice.js";
import { closing } from "./director/closing.js";
import { comment } from "./director/comment.js";
import { question } from "./director/question.js";
import { nameOf, showOf } from "./director/show.js";

/** A remark on where the conversation stands, or its last words. */
export function reflect(brief: ReflectBrief): string {
  return brief.intent === "close" ? closing(brief, showOf(brief)) : comment(brief, showOf(brief));
}

/** The number of the candidate who gets the floor, as a tag. */
export function chooseSpeaker(brief: ChooseBrief): string {
  return `<${choice(brief, showOf(brief)) + 1}>`;
}

/** One question to the one who has been chosen. */
export function promptSpeaker(brief: PromptBrief): string {
  return question(brief, showOf(brief));
}

/** All three at once, one below the other. The comment leaves room for the question. */
export function direct(brief: DirectBrief): string {
  const { wordLimit, language, candidates } = brief;
  const next = choice({ ...brief, purpose: "choose-speaker", comment: "" }, showOf(brief)) + 1;
  const speaker = candidates[next - 1] ?? brief.self;
  const leastForQuestion = countWords(`${nameOf(speaker.name, brief)}${language === "zh" ? "？" : "?"}`, language);
  const forComment = Math.max(1, Math.min(Math.floor(wordLimit * 0.6), wordLimit - leastForQuestion));
  const remark = comment({ ...brief, wordLimit: forComment }, showOf(brief));
  const forQuestion = wordLimit - countWords(remark, language);
  const asked = { ...brief, purpose: "prompt-speaker", comment: remark, speaker, wordLimit: forQuestion } as const;
  return `${remark}\n<${next}>\n${promptSpeaker(asked)}`;
}
