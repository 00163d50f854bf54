import type { Language } from "../../words/registry.js";
import { locales } from "../../words/registry.js";
import { sentencesOf } from "./sentences.js";

/** The lines that replace the speeches of people who passed or were late. They count as 0 words. */
const unspoken: readonly string[] = Object.values(locales).flatMap(({ prompts }) => [prompts.passes, prompts.late]);

/**
 * Counts words in English. In Chinese, counts as word processors do: characters, punctuation marks, and foreign words
 * or numbers.
 */
export const countWords = (text: string, language: Language): number =>
  unspoken.includes(text) ? 0 : locales[language].countWords(text);

/** Returns as many sentences from the start of the text as the limit allows; an empty string if it allows none. */
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
