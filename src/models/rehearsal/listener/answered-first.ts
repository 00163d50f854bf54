/** A speech of any kind, behind the answer to a listener. */

import { countWords } from "../../../locales/word-count.js";
import type { OpenInterjection, SpeechRequest } from "../../request.js";
import { createChooser } from "../chooser.js";
import { answerTo } from "./answer.js";

/** So much of the limit the answer may take, where there is something to be said behind it. */
const share = 0.5;

/** `goOn` makes the rest within the limit that its request names; whatever does not fit is left out. */
export function answeredFirst(
  request: SpeechRequest,
  interjection: OpenInterjection,
  goOn: (rest: SpeechRequest) => string,
): string {
  const { language, wordLimit } = request;
  const { interjection: _, ...rest } = request;
  const budget = Math.floor(wordLimit * share);
  // What presents or sums up takes no side, a story has none.
  const answer = answerTo(interjection, request, { stance: "unsure", choose: createChooser(request), budget });
  const room = wordLimit - countWords(answer, language);
  const text = [answer, goOn({ ...rest, wordLimit: Math.max(1, room) })].join(language === "en" ? " " : "");
  return countWords(text, language) <= wordLimit ? text : answer;
}
