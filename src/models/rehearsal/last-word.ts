/** The last speech of a conversation: it asks nobody anything any more, and takes leave. */

import { countWords } from "../../locales/word-count.js";
import { sentencesOf } from "../../text/sentences.js";
import type { SpeechRequest } from "../request.js";
import { chanceInTurn } from "./luck.js";

const farewells = {
  en: [
    "We have to stop here; I know better now what I would ask for, and of whom.",
    "That is as far as we get today, and it is further than where we began.",
    "Let us leave it there: the rest has to show itself.",
    "I will sleep on what I heard here. Thank you, all of you.",
  ],
  zh: [
    "今天只能谈到这里，我倒更清楚自己要的是什么了。",
    "话就说到这儿吧，比起开头，我们已经走远了一步。",
    "先到此为止，剩下的让事情自己说话。",
    "今天听到的我会好好想想，谢谢各位。",
  ],
} as const;

/** What is said anyway, but for questions, and a farewell behind it. */
export function lastWord(request: SpeechRequest, speech: (request: SpeechRequest) => string): string {
  const { language, wordLimit } = request;
  const texts = farewells[language];
  const farewell = texts[Math.floor(chanceInTurn(request, "farewell") * texts.length)] ?? texts[0];
  const room = wordLimit - countWords(farewell, language);
  if (room < wordLimit / 3) return speech(request);
  const said = sentencesOf(speech({ ...request, wordLimit: room }))
    .filter((sentence) => !/[?？]/u.test(sentence))
    .join("")
    .trim();
  return [said, farewell].filter(Boolean).join(language === "en" ? " " : "");
}
