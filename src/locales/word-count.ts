/** Counts words as readers of each language do, and shortens texts by that count. */
import type { Language } from "../language.js";
import { sentencesOf } from "../text/sentences.js";
import { locales } from "./registry.js";

/** Words in English. In Chinese, as word processors count: characters, punctuation marks, and foreign words or numbers. */
export const countWords = (text: string, language: Language): number => locales[language].countWords(text);

/** As many whole sentences from the beginning as fit into `limit` words; the empty string where the first is too long. */
export function fitWords(text: string, limit: number, language: Language): string {
  let fitted = "";
  let words = 0;
  for (const sentence of sentencesOf(text)) {
    words += countWords(sentence, language);
    if (words > limit) break;
    fitted += sentence;
  }
  return fitted.trim();
}
