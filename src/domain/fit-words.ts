/** Shortens a text to a number of words without breaking a sentence. */
import type { Language } from "./language.js";
import { countWords } from "./word-count.js";

/** As many whole sentences from the beginning as fit; the empty string where the first is too long. */
export function fitWords(text: string, limit: number, language: Language): string {
  const sentences = text.match(/.+?(?:[.!?]+(?=\s|$)|[。！？]+|$)\s*/gsu) ?? [];
  let fitted = "";
  for (const sentence of sentences) {
    if (countWords(fitted + sentence, language) > limit) break;
    fitted += sentence;
  }
  return fitted.trim();
}
