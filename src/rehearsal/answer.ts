/** Answers whatever a model would be asked, from the request alone: the same request always gets the same answer. */
import type { BidAndSpeechRequest, ModelRequest, SpeechRequest } from "../models/request.js";
import { countWords } from "../text/word-count.js";
import { bid } from "./bid.js";
import { chooseSpeaker, direct, promptSpeaker, reflect } from "./director.js";
import { answerListener, interjectionFor, withoutOthersCalls } from "./listener.js";
import { decide, judgeRound, presentation, summary } from "./meeting.js";
import { describe, sharpen, summarize } from "./person.js";
import { createPick, joined } from "./phrasing.js";
import { discussionSpeech, lastWord } from "./speech.js";
import { isStory, storySpeech } from "./story.js";
import { execute, plan, sumUp } from "./team.js";
import { textsOf } from "./texts.js";

/** The answer to a request, as a model would write it. */
export function rehearse(request: ModelRequest | undefined): string {
  if (!request) return textsOf("en", "person").without;
  switch (request.purpose) {
    case "bid":
      return bid(request);
    case "bid-and-speech":
      return bidAndSpeech(request);
    case "speech":
      return speech(request);
    case "reflect":
      return reflect(request);
    case "choose-speaker":
      return chooseSpeaker(request);
    case "prompt-speaker":
      return promptSpeaker(request);
    case "direct":
      return direct(request);
    case "judge-round":
      return judgeRound(request);
    case "decide":
      return decide(request);
    case "plan":
      return plan(request);
    case "execute":
      return execute(request);
    case "sum-up":
      return sumUp(request);
    case "describe-participant":
      return describe(request);
    case "sharpen-topic":
      return sharpen(request);
    case "summarize":
      return summarize(request);
  }
}

function bidAndSpeech({ purpose: _purpose, ...request }: BidAndSpeechRequest): string {
  const wish = bid({ ...request, purpose: "bid", answer: "tag" });
  return `${wish} ${speech({ ...request, purpose: "speech" })}`;
}

/** A listener is answered first, and the rest is what the speaker would have said anyway. */
function speech(asked: SpeechRequest): string {
  const request = withoutOthersCalls(asked);
  const interjection = interjectionFor(request);
  const task = request.stage?.task ?? (isStory(request) ? "story" : "discuss");
  if (task === "discuss" && !request.isLast) return discussionSpeech(request, interjection);
  const goOn = (rest: SpeechRequest) =>
    task === "story"
      ? storySpeech(rest)
      : task === "present"
        ? presentation(rest)
        : task === "discuss"
          ? lastWord(rest)
          : summary(rest);
  if (!interjection) return goOn(request);
  const { language, wordLimit } = request;
  const answer = answerListener(interjection, request, createPick(request), Math.ceil(wordLimit * 0.6)) ?? "";
  const room = wordLimit - countWords(answer, language);
  return room < 6 ? answer || goOn(request) : joined([answer, goOn({ ...request, wordLimit: room })], language);
}
