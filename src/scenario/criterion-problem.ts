/** A misspelt criterion would be put to every bidder as a criterion of one's own, so it is refused. */
import type { Language } from "../language.js";
import { slipsBetween } from "../text/nearest-name.js";

const known = ["contradiction", "urge"] as const;
const mostSlips = 2;

const sentences = {
  en: (nearest: string) => `did you mean ${nearest}? A criterion of your own has more than one word`,
  zh: (nearest: string) => `是不是 ${nearest}？自己写的依据要多于一个词`,
};

/** What is wrong with a criterion, or undefined. */
export function criterionProblem(criterion: unknown, language: Language): string | undefined {
  if (typeof criterion !== "string") return undefined;
  const word = criterion.trim();
  if (word === "" || /\s/.test(word) || known.some((name) => name === word)) return undefined;
  const nearest = known.find((name) => slipsBetween(word.toLowerCase(), name) <= mostSlips);
  return nearest && sentences[language](nearest);
}
