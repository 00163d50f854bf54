/** Whether somebody says again what was said before. */
import { sentencesOf } from "./sentences.js";

/** A text that shares more of its words than this with an earlier one repeats it. */
const mostShared = 0.6;
/** An opening of fewer words, such as “Thank you, Bea.”, is a habit and no repetition. */
const shortestOpening = 5;
/** So many letters of a text are compared: telling words apart is slow. */
const longestRead = 2000;

export interface Comparison {
  readonly segmenter: Intl.Segmenter;
  readonly commonWords: ReadonlySet<string>;
  readonly names: readonly string[];
}

function wordsOf(text: string, { segmenter }: Comparison): string[] {
  const segments = [...segmenter.segment(text.slice(0, longestRead).toLowerCase())];
  return segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

const tellingWords = (text: string, comparison: Comparison, names: ReadonlySet<string>) =>
  wordsOf(text, comparison).filter((word) => !comparison.commonWords.has(word) && !names.has(word));

/** How much of some words is among others, from 0 to 1; a word counts as often as both have it. */
function sharedPart(words: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  const shared = words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return words.length === 0 ? 0 : shared.length / words.length;
}

export const firstSentence = (text: string): string => sentencesOf(text.trim())[0]?.trim() ?? "";

/**
 * Whether a text, or its first sentence, repeats one of the earlier ones: over 60 % of its words. Names and words that every text
 * has do not count.
 */
export function repeats(text: string, earlier: readonly string[], comparison: Comparison): boolean {
  const wordsOfName = (name: string) => [name.toLowerCase(), ...tellingWords(name, comparison, new Set())];
  const known = new Set(comparison.names.flatMap(wordsOfName));
  const telling = (part: string) => tellingWords(part, comparison, known);
  const opening = firstSentence(text);
  const openingWords = wordsOf(opening, comparison).length >= shortestOpening ? telling(opening) : [];
  const words = telling(text);
  return earlier.some(
    (other) =>
      sharedPart(words, telling(other)) > mostShared ||
      sharedPart(openingWords, telling(firstSentence(other))) > mostShared,
  );
}
