/** Counts words as a reader of each language would: words in English, characters in Chinese. */
import type { Language } from "./language.js";

const englishWords = new Intl.Segmenter("en", { granularity: "word" });
const countedInChinese = /[\p{L}\p{N}\p{P}]/gu;

/** Words in English; letters, digits and punctuation marks in Chinese, as Chinese word processors count. */
export function countWords(text: string, language: Language): number {
  if (language === "zh") return text.match(countedInChinese)?.length ?? 0;
  let words = 0;
  for (const { isWordLike } of englishWords.segment(text)) if (isWordLike) words += 1;
  return words;
}
