/**
 * Counts a text's words like `Intl.Segmenter`, but faster: the segmenter takes seconds for a megabyte of text. If more
 * than `longestSplit` characters need the segmenter, the number of words is an estimate.
 */
import { lazy } from "../../base/lazy.js";
import { countMatches } from "../count-matches.js";

export const segmenter = lazy(() => new Intl.Segmenter("en", { granularity: "word" }));

/** In texts with only these letters, a pattern can find the words. */
const letters = "A-Za-zÀ-ÖØ-öø-ɏΑ-Ωα-ωЁА-яё";
const isPlain = new RegExp(`^[\\t-\\r -~“”„‘’–—…${letters}]*$`);
const part = `[${letters}0-9_]`;
/** Marks that join letters or digits, as in “don't”, “e.g” and “1,000”. */
const joint = `(?<=[${letters}])['’.:](?=[${letters}])|(?<=[0-9])['’.,;](?=[0-9])`;
const word = new RegExp(`(?:[${letters}0-9]|_(?=${part}))(?:${part}+|${joint})*`, "g");

/**
 * The maximum number of characters to segment. Of a longer text, only the beginning is segmented, and the number of
 * words is extrapolated.
 */
const longestSplit = 10_000;

function countSegments(text: string): number {
  const segments = [...segmenter().segment(text.slice(0, longestSplit))];
  const words = segments.filter(({ isWordLike }) => isWordLike).length;
  return text.length <= longestSplit ? words : Math.round((words * text.length) / longestSplit);
}

export function countWords(text: string): number {
  if (isPlain.test(text)) return countMatches(word, text);
  // Words never contain spaces or line breaks, so each stretch between them can be counted separately.
  const { plain = [], other = [] } = Object.groupBy(text.split(/[ \n]+/), (stretch) =>
    isPlain.test(stretch) ? "plain" : "other",
  );
  return countMatches(word, plain.join(" ")) + countSegments(other.join(" "));
}
