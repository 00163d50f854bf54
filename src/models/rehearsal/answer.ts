/**
 * The rehearsal: answers whatever a model would be asked, without one. It decides from the brief's data alone, so that
 * the same brief always gets the same answer.
 */
import type { BidAndSpeechBrief, Brief, SpeechBrief } from "../../domain/brief.js";
import { bid } from "./bid.js";
import { condense } from "./condense.js";
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

/** The answer to a brief, as a model would write it; to none, what there is to say of that. */
export function rehearse(brief: Brief | undefined): string {
  if (!brief) return phrasesOf.en.withoutBrief;
  switch (brief.purpose) {
    case "bid":
      return bid(brief);
    case "bid-and-speech":
      return bidAndSpeech(brief);
    case "speech":
      return brief.isLast ? lastWord(brief, speechOf) : speechOf(brief);
    case "reflect":
      return reflect(brief);
    case "choose-speaker":
      return chooseSpeaker(brief);
    case "prompt-speaker":
      return promptSpeaker(brief);
    case "direct":
      return direct(brief);
    case "judge-round":
      return judgeRound(brief);
    case "decide":
      return decide(brief);
    case "plan":
      return plan(brief);
    case "execute":
      return execute(brief);
    case "sum-up":
      return sumUp(brief);
    case "describe-participant":
      return describe(brief);
    case "sharpen-topic":
      return sharpen(brief);
    case "condense":
      return condense(brief);
  }
}

function bidAndSpeech({ purpose: _purpose, ...brief }: BidAndSpeechBrief): string {
  const wish = bid({ ...brief, purpose: "bid", answer: "tag" });
  return `${wish} ${rehearse({ ...brief, purpose: "speech" })}`;
}

/** What is argued answers a listener as it goes; everything else is said behind the answer. */
function speechOf(brief: SpeechBrief): string {
  const { stage } = brief;
  const isArgued = stage ? stage.task === "discuss" : !isStory(brief);
  if (isArgued) return speech(brief);
  const goOn = (rest: SpeechBrief) => (stage ? meetingSpeech(rest, stage) : story(rest));
  const interjection = interjectionFor(brief);
  return interjection ? answeredFirst(brief, interjection, goOn) : goOn(brief);
}
