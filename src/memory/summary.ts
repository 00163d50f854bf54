/** What was said first, in short: it stands in prompts in place of the messages. */

import type { Language } from "../language.js";
import { fitWords } from "../locales/word-count.js";

export interface MemorySummary {
  readonly text: string;
  /** How many of the first messages it stands for. */
  readonly messages: number;
}

interface Limits {
  readonly wordLimit: number;
  readonly language: Language;
}

/** The most words that a summary may have: those of so many speeches. */
export const recapWords = ({ wordLimit }: Pick<Limits, "wordLimit">): number => 2 * wordLimit;

/** No word is longer than this, on the whole. */
const lettersPerWord = 12;

/** A summary within its limit: whole sentences, where there are any. */
export function fitMemorySummary(text: string, limits: Limits): string {
  const words = recapWords(limits);
  return fitWords(text, words, limits.language) || text.slice(0, words * lettersPerWord);
}
