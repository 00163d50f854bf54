import { sentencesOf } from "./sentences.js";

/**
 * The largest fraction of its significant words that a text, or its first sentence, can share with an earlier text
 * without counting as a repetition.
 */
const mostShared = 0.6;
/**
 * The minimum length, in words, of first sentences that are compared. Short sentences such as “Thank you, Bea.” are
 * habits rather than repetitions.
 */
const shortestOpening = 5;
/** The maximum number of characters to compare. Longer texts are cut, because splitting text into words is slow. */
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

const significantWords = (text: string, comparison: Comparison, names: ReadonlySet<string>) =>
  wordsOf(text, comparison).filter((word) => !comparison.commonWords.has(word) && !names.has(word));

/** Returns the fraction of `words` that `others` shares. Each word in `others` can match only one in `words`. */
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

const wordsOfNames = (comparison: Comparison) =>
  new Set(comparison.names.flatMap((name) => [name.toLowerCase(), ...significantWords(name, comparison, new Set())]));

/**
 * Compares the significant words of each of the last `count` texts with those of the `reach` texts before it. A word
 * counts once per text; names and common words are not significant. `share`: the fraction of the words that are
 * repeated, from 0 to 1. `words`: the repeated words, most frequent first.
 */
export function saidBefore(
  texts: readonly string[],
  { count, reach }: { readonly count: number; readonly reach: number },
  comparison: Comparison,
): { readonly share: number; readonly words: readonly string[] } {
  const known = wordsOfNames(comparison);
  const recent = texts.slice(-(count + reach)).map((text) => new Set(significantWords(text, comparison, known)));
  const repeated = new Map<string, number>();
  let all = 0;
  for (let index = Math.max(0, recent.length - count); index < recent.length; index += 1) {
    const earlier = recent.slice(Math.max(0, index - reach), index);
    all += recent[index]?.size ?? 0;
    for (const word of recent[index] ?? [])
      if (earlier.some((other) => other.has(word))) repeated.set(word, (repeated.get(word) ?? 0) + 1);
  }
  const times = [...repeated.values()].reduce((sum, each) => sum + each, 0);
  const byFrequency = [...repeated].sort(([, one], [, other]) => other - one);
  return { share: all === 0 ? 0 : times / all, words: byFrequency.map(([word]) => word) };
}

export const firstSentence = (text: string): string => sentencesOf(text.trim())[0]?.trim() ?? "";

/**
 * Compares the whole text with each earlier text. Unless the text's first sentence is short, also compares the first
 * sentences.
 */
export function repeats(text: string, earlier: readonly string[], comparison: Comparison): boolean {
  const known = wordsOfNames(comparison);
  const significant = (part: string) => significantWords(part, comparison, known);
  const opening = firstSentence(text);
  const openingWords = wordsOf(opening, comparison).length >= shortestOpening ? significant(opening) : [];
  const words = significant(text);
  return earlier.some(
    (other) =>
      sharedPart(words, significant(other)) > mostShared ||
      sharedPart(openingWords, significant(firstSentence(other))) > mostShared,
  );
}
