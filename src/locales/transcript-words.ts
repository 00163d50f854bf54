/** The words of a language. */
import type { Language } from "../language.js";
import { english } from "./en/transcript.js";
import type { TranscriptWords } from "./transcript.js";
import { chinese } from "./zh/transcript.js";

const words: Readonly<Record<Language, TranscriptWords>> = { en: english, zh: chinese };

export function transcriptWords(language: Language): TranscriptWords {
  return words[language];
}
