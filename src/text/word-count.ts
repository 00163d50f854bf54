/** Counts words as a reader of each language would: words in English, characters in Chinese. */
import type { Language } from "../language.js";
import { lazy } from "../lazy.js";

const englishWords = lazy(() => new Intl.Segmenter("en", { granularity: "word" }));
/** Most of what is said is plain words, which the segmenter takes ten times as long to tell. */
const isOneWord = /^[("*]*[A-Za-z]+(?:'[A-Za-z]+)*[,.;:!?)"*]*$/;
const countedInChinese = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+|\p{P}/gu;

/** Words in English. In Chinese, as word processors count there: characters, punctuation marks, and foreign words or numbers. */
export function countWords(text: string, language: Language): number {
  if (language === "zh") return text.match(countedInChinese)?.length ?? 0;
  // A word never goes on behind such a space, so each stretch is counted by itself.
  return text.split(/[ \n]+/).reduce((words, stretch) => words + (isOneWord.test(stretch) ? 1 : segment(stretch)), 0);
}

function segment(text: string): number {
  let words = 0;
  for (const { isWordLike } of englishWords().segment(text)) if (isWordLike) words += 1;
  return words;
}
