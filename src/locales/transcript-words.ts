/** The words of a language. */
import type { Language } from "../../domain/language.js";
import type { TranscriptWords } from "./catalog.js";
import { english } from "./en.js";
import { chinese } from "./zh.js";

const words: Readonly<Record<Language, TranscriptWords>> = { en: english, zh: chinese };

export function transcriptWords(language: Language): TranscriptWords {
  return words[language];
}
