/** Whether somebody says again what was said before. */
import type { Language } from "../language.js";
import { lazy } from "../lazy.js";
import { sentencesOf } from "./sentences.js";

/** A text that shares more of its words than this with an earlier one repeats it. */
const mostShared = 0.6;
/** An opening of fewer words, such as “Thank you, Bea.”, is a habit and no repetition. */
const shortestOpening = 5;
/** So many letters of a text are compared: telling words apart is slow. */
const longestRead = 2000;

const segmenters: Readonly<Record<Language, () => Intl.Segmenter>> = {
  en: lazy(() => new Intl.Segmenter("en", { granularity: "word" })),
  zh: lazy(() => new Intl.Segmenter("zh", { granularity: "word" })),
};

/** Words that any two texts share. */
const commonWords: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(
    "a about all also am an and any are as at be been but by can could did do does for from had has have he her here him his how i if in into is it its just let me more most my no not now of on one or our out so some than that the their them then there these they this those to too up us very was we were what when where which who why will with would yes you your".split(
      " ",
    ),
  ),
  zh: new Set(
    "的 了 是 在 我 你 您 他 她 它 我们 你们 他们 大家 各位 这 那 这个 那个 这些 那些 也 都 就 还 又 很 不 没 没有 有 和 与 跟 把 被 让 给 对 从 到 说 要 会 能 可以 一 一个 什么 怎么 为什么 吗 呢 吧 啊 着 过 地 得 上 里 来 去 但 但是 可 而 所以 因为 如果 刚才 现在 已经".split(
      " ",
    ),
  ),
};

function wordsOf(text: string, language: Language): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenters[language]().segment(text.slice(0, longestRead).toLowerCase()))
    if (isWordLike) words.push(segment);
  return words;
}

/** The words that tell one text from another: without those that all have, and without names. */
const tellingWords = (text: string, language: Language, names: ReadonlySet<string>) =>
  wordsOf(text, language).filter((word) => !commonWords[language].has(word) && !names.has(word));

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

/** All words of the names, as they are told apart in a text. */
function wordsOfNames(names: readonly string[], language: Language): ReadonlySet<string> {
  return new Set(names.flatMap((name) => [name.toLowerCase(), ...tellingWords(name, language, new Set())]));
}

/** The language of texts, and names that they may share. */
export interface Comparison {
  readonly language: Language;
  readonly names: readonly string[];
}

/**
 * The largest share that a text, or its first sentence, has of its words from one of the earlier texts, from 0 to 1. Names and
 * words that every text has do not count.
 */
export function repetitionOf(text: string, earlier: readonly string[], { language, names }: Comparison): number {
  const known = wordsOfNames(names, language);
  const telling = (part: string) => tellingWords(part, language, known);
  const opening = firstSentence(text);
  const isLongOpening = wordsOf(opening, language).length >= shortestOpening;
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
