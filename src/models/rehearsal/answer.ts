/**
 * The rehearsal: answers whatever a model would be asked, without one. It decides from the request's data alone, so that
 * the same request always gets the same answer.
 */
import type { BidAndSpeechRequest, ModelRequest, SpeechRequest } from "../request.js";
import { bid } from "./bid.js";
import { summarizeMemory } from "./condense.js";
import { describe } from "./describe.js";
import { chooseSpeaker, direct, promptSpeaker, reflect } from "./director.js";
import { lastWord } from "./last-word.js";
import { answeredFirst } from "./listener/answered-first.js";
import { interjectionFor } from "./listener/heard.js";
import { decide, judgeRound, meetingSpeech } from "./meeting.js";
import { sharpen } from "./sharpen.js";
import { speech } from "./speech.js";
import { isStory } from "./story/genre.js";
import { story } from "./story.js";
import { execute, plan, sumUp } from "./supervision.js";
import { phrasesOf } from "./texts.js";

/** The answer to a request, as a model would write it; to none, what there is to say of that. */
export function rehearse(request: ModelRequest | undefined): string {
  if (!request) return phrasesOf.en.withoutBrief;
  switch (request.purpose) {
    case "bid":
      return bid(request);
    case "bid-and-speech":
      return bidAndSpeech(request);
    case "speech":
      return request.isLast ? lastWord(request, speechOf) : speechOf(request);
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
      return summarizeMemory(request);
  }
}

function bidAndSpeech({ purpose: _purpose, ...request }: BidAndSpeechRequest): string {
  const wish = bid({ ...request, purpose: "bid", answer: "tag" });
  return `${wish} ${rehearse({ ...request, purpose: "speech" })}`;
}

/** What is argued answers a listener as it goes; everything else is said behind the answer. */
function speechOf(request: SpeechRequest): string {
  const { stage } = request;
  const isArgued = stage ? stage.task === "discuss" : !isStory(request);
  if (isArgued) return speech(request);
  const goOn = (rest: SpeechRequest) => (stage ? meetingSpeech(rest, stage) : story(rest));
  const interjection = interjectionFor(request);
  return interjection ? answeredFirst(request, interjection, goOn) : goOn(request);
}
