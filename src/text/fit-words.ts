/** Shortens a text to a number of words without breaking a sentence. */
import type { Language } from "../language.js";
import { sentencesOf } from "./sentences.js";
import { countWords } from "./word-count.js";

/** As many whole sentences from the beginning as fit; the empty string where the first is too long. */
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
