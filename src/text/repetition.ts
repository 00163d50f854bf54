/** Whether somebody says again what was said before. */
import { sentencesOf } from "./sentences.js";

/** A text that shares more of its words than this with an earlier one repeats it. */
const mostShared = 0.6;
/** An opening of fewer words, such as “Thank you, Bea.”, is a habit and no repetition. */
const shortestOpening = 5;
/** So many letters of a text are compared: telling words apart is slow. */
const longestRead = 2000;

/** How to compare texts: a language's words, and names that texts may share. */
export interface Comparison {
  readonly segmenter: Intl.Segmenter;
  /** Words that any two texts share. */
  readonly commonWords: ReadonlySet<string>;
  readonly names: readonly string[];
}

function wordsOf(text: string, { segmenter }: Comparison): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text.slice(0, longestRead).toLowerCase()))
    if (isWordLike) words.push(segment);
  return words;
}

/** The words that tell one text from another: without those that all have, and without names. */
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

/** The first sentence, with its mark. */
export function firstSentence(text: string): string {
  return sentencesOf(text.trim())[0]?.trim() ?? "";
}

/** All words of the names, as the comparison tells them apart. */
const wordsOfNames = (comparison: Comparison): ReadonlySet<string> =>
  new Set(comparison.names.flatMap((name) => [name.toLowerCase(), ...tellingWords(name, comparison, new Set())]));

/**
 * The largest share that a text, or its first sentence, has of its words from one of the earlier texts, from 0 to 1. Names and
 * words that every text has do not count.
 */
function repetitionOf(text: string, earlier: readonly string[], comparison: Comparison): number {
  const known = wordsOfNames(comparison);
  const telling = (part: string) => tellingWords(part, comparison, known);
  const opening = firstSentence(text);
  const isLongOpening = wordsOf(opening, comparison).length >= shortestOpening;
  const openingWords = isLongOpening ? telling(opening) : [];
  const words = telling(text);
  return Math.max(
    0,
    ...earlier.map((other) => sharedPart(words, telling(other))),
    ...earlier.map((other) => sharedPart(openingWords, telling(firstSentence(other)))),
  );
}

/** Whether a text repeats one of the earlier ones: over 60 % of its words. */
export function repeats(text: string, earlier: readonly string[], comparison: Comparison): boolean {
  return repetitionOf(text, earlier, comparison) > mostShared;
}
