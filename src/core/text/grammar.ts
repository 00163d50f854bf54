/** The grammar of all languages together: what people and models write may be in any of them, whatever the conversation's. */

import type { Grammar } from "../../words/grammar.js";
import { locales } from "../../words/registry.js";

export const grammars: readonly Grammar[] = Object.values(locales).map(({ grammar }) => grammar);

/** The alternatives of all languages, as one group of a regular expression. */
export const anyOf = (alternatives: (grammar: Grammar) => readonly string[]): string =>
  `(?:${[...new Set(grammars.flatMap(alternatives))].join("|")})`;

/** The patterns of all languages, each once. */
export function allOf(patterns: (grammar: Grammar) => readonly RegExp[]): readonly RegExp[] {
  return [...new Map(grammars.flatMap(patterns).map((pattern) => [String(pattern), pattern])).values()];
}
