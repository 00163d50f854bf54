/** A speech of any kind, behind the answer to a listener. */
import type { OpenInterjection, SpeechBrief } from "../../../domain/brief.js";
import { countWords } from "../../../domain/word-count.js";
import { createChooser } from "../chooser.js";
import { answerTo } from "./answer.js";

/** So much of the limit the answer may take, where there is something to be said behind it. */
const share = 0.5;

/** `goOn` makes the rest within the limit that its brief names; whatever does not fit is left out. */
export function answeredFirst(
  brief: SpeechBrief,
  interjection: OpenInterjection,
  goOn: (rest: SpeechBrief) => string,
): string {
  const { language, wordLimit } = brief;
  const { interjection: _, ...rest } = brief;
  const budget = Math.floor(wordLimit * share);
  // What presents or sums up takes no side, a story has none.
  const answer = answerTo(interjection, brief, { stance: "unsure", choose: createChooser(brief), budget });
  const room = wordLimit - countWords(answer, language);
  const text = [answer, goOn({ ...rest, wordLimit: Math.max(1, room) })].join(language === "en" ? " " : "");
  return countWords(text, language) <= wordLimit ? text : answer;
}
