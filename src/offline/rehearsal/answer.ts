/** A call's answer depends only on its request, so the same request always gets the same answer. */

import type { BidAndSpeechRequest, ModelRequest, SpeechRequest } from "../../core/model-request.js";
import { countWords } from "../../core/text/word-count.js";
import type { Purpose } from "../../records/request.js";
import { defaultLanguage } from "../../words/registry.js";
import { bid, bidForAll } from "./bid.js";
import { chooseSpeaker, direct, promptSpeaker, reflect, selectSpeaker } from "./director.js";
import { answerListener } from "./hearing.js";
import { condensed, decide, judgeAgreement, judgeRound, presentation, summary } from "./meeting.js";
import { describe, sharpen } from "./person.js";
import { joined } from "./phrasing.js";
import { replan } from "./replan.js";
import { discussionSpeech, lastWord } from "./speech.js";
import { isStory, storySpeech } from "./story.js";
import { execute, plan, sumUp } from "./team.js";
import { valueAt } from "./texts.js";

const answers: { [Each in Purpose]: (request: Extract<ModelRequest, { purpose: Each }>) => string } = {
  bid,
  "bid-panel": bidForAll,
  "bid-and-speech": bidAndSpeech,
  speech,
  reflect,
  "choose-speaker": chooseSpeaker,
  select: selectSpeaker,
  "prompt-speaker": promptSpeaker,
  direct,
  "judge-round": judgeRound,
  "judge-agreement": judgeAgreement,
  decide,
  plan,
  replan,
  execute,
  "sum-up": sumUp,
  "describe-participant": describe,
  "sharpen-topic": sharpen,
  summarize: condensed,
};

export function rehearse(request: ModelRequest | undefined): string {
  if (!request) return valueAt(defaultLanguage, "person.without");
  return (answers[request.purpose] as (request: ModelRequest) => string)(request);
}

function bidAndSpeech({ purpose: _purpose, ...request }: BidAndSpeechRequest): string {
  const wish = bid({ ...request, purpose: "bid", answer: "tag" });
  return `${wish} ${speech({ ...request, purpose: "speech" })}`;
}

const speeches = {
  story: storySpeech,
  present: presentation,
  discuss: discussionSpeech,
  summarize: summary,
  decide: summary,
} as const;

function speech(request: SpeechRequest): string {
  const { language, wordLimit, interjection } = request;
  const task = request.stage?.task ?? (isStory(request) ? "story" : "discuss");
  const speak = task === "discuss" && request.isLast ? lastWord : speeches[task];
  if (!interjection) return speak(request);
  const answer = answerListener(interjection, request, Math.ceil(wordLimit * 0.6));
  const room = wordLimit - countWords(answer, language);
  return room < 6 ? answer : joined([answer, speak({ ...request, wordLimit: room })], language);
}
