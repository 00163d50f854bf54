/** Whether somebody says again what was said before. */
import type { Language } from "./language.js";

/** A text that shares more of its words than this with an earlier one repeats it. */
const mostShared = 0.6;

const segmenters: Readonly<Record<Language, Intl.Segmenter>> = {
  en: new Intl.Segmenter("en", { granularity: "word" }),
  zh: new Intl.Segmenter("zh", { granularity: "word" }),
};

function wordsOf(text: string, language: Language): string[] {
  const words = [...segmenters[language].segment(text.toLowerCase())];
  return words.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

/** How much of a text's words is in another text, from 0 to 1; a word counts as often as both have it. */
export function sharedWords(text: string, other: string, language: Language): number {
  const words = wordsOf(text, language);
  const left = new Map<string, number>();
  for (const word of wordsOf(other, language)) left.set(word, (left.get(word) ?? 0) + 1);
  const shared = words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return words.length === 0 ? 0 : shared.length / words.length;
}

/** The first sentence, with its mark. */
export function firstSentence(text: string): string {
  return /^.*?(?:[.!?](?=\s|$)|[。！？])/su.exec(text.trim())?.[0] ?? text.trim();
}

/** Whether a text, or its first sentence, has over 60 % of its words from one of the earlier texts. */
export function repeats(text: string, earlier: readonly string[], language: Language): boolean {
  const opening = firstSentence(text);
  return earlier.some(
    (other) =>
      sharedWords(text, other, language) > mostShared ||
      sharedWords(opening, firstSentence(other), language) > mostShared,
  );
}
