/** Rejects a misspelt criterion, which every bidder would otherwise get as a criterion of the user's own. */
import type { Problem } from "../locales/error-words.js";
import { slipsBetween } from "../text/nearest-name.js";

const known = ["contradiction", "urge"] as const;
const mostSlips = 2;

/** What is wrong with a criterion, or undefined. */
export function criterionProblem(criterion: unknown): Problem | undefined {
  if (typeof criterion !== "string") return undefined;
  const word = criterion.trim();
  if (word === "" || /\s/.test(word) || known.some((name) => name === word)) return undefined;
  const nearest = known.find((name) => slipsBetween(word.toLowerCase(), name) <= mostSlips);
  return nearest && { code: "misspelt-criterion", params: { nearest } };
}
