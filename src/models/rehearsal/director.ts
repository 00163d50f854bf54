/** What a director says and decides, without a model: the host of a talk who is not of the cast. */

import { countWords } from "../../locales/word-count.js";
import type { ChooseSpeakerRequest, DirectRequest, PromptSpeakerRequest, ReflectRequest } from "../request.js";
import { choice } from "./director/choice.js";
import { closing } from "./director/closing.js";
import { comment } from "./director/comment.js";
import { question } from "./director/question.js";
import { nameOf, showOf } from "./director/show.js";

/** A remark on where the conversation stands, or its last words. */
export function reflect(request: ReflectRequest): string {
  return request.intent === "close" ? closing(request, showOf(request)) : comment(request, showOf(request));
}

/** The number of the candidate who gets the floor, as a tag. */
export function chooseSpeaker(request: ChooseSpeakerRequest): string {
  return `<${choice(request, showOf(request)) + 1}>`;
}

/** One question to the one who has been chosen. */
export function promptSpeaker(request: PromptSpeakerRequest): string {
  return question(request, showOf(request));
}

/** All three at once, one below the other. The comment leaves room for the question. */
export function direct(request: DirectRequest): string {
  const { wordLimit, language, candidates } = request;
  const next = choice({ ...request, purpose: "choose-speaker", comment: "" }, showOf(request)) + 1;
  const speaker = candidates[next - 1] ?? request.self;
  const leastForQuestion = countWords(`${nameOf(speaker.name, request)}${language === "zh" ? "？" : "?"}`, language);
  const forComment = Math.max(1, Math.min(Math.floor(wordLimit * 0.6), wordLimit - leastForQuestion));
  const remark = comment({ ...request, wordLimit: forComment }, showOf(request));
  const forQuestion = wordLimit - countWords(remark, language);
  const asked = { ...request, purpose: "prompt-speaker", comment: remark, speaker, wordLimit: forQuestion } as const;
  return `${remark}\n<${next}>\n${promptSpeaker(asked)}`;
}
