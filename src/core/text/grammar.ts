/** The grammars of all languages combined, because people and models may write in any of the languages. */

import type { Grammar } from "../../words/grammar.js";
import { locales } from "../../words/registry.js";

export const grammars: readonly Grammar[] = Object.values(locales).map(({ grammar }) => grammar);

/** Joins the alternatives of all languages into one group of a regular expression. */
export const anyOf = (alternatives: (grammar: Grammar) => readonly string[]): string =>
  `(?:${[...new Set(grammars.flatMap(alternatives))].join("|")})`;

/** Returns the patterns of all languages, without duplicates. */
export function allOf(patterns: (grammar: Grammar) => readonly RegExp[]): readonly RegExp[] {
  return [...new Map(grammars.flatMap(patterns).map((pattern) => [String(pattern), pattern])).values()];
}
