/** All languages are combined, because people and models may write in any of them. */

import type { Grammar } from "../../words/grammar.js";
import { locales } from "../../words/registry.js";

export const grammars: readonly Grammar[] = Object.values(locales).map(({ grammar }) => grammar);

export const anyOf = (alternatives: (grammar: Grammar) => readonly string[]): string =>
  `(?:${[...new Set(grammars.flatMap(alternatives))].join("|")})`;

export function allOf(patterns: (grammar: Grammar) => readonly RegExp[]): readonly RegExp[] {
  return [...new Map(grammars.flatMap(patterns).map((pattern) => [String(pattern), pattern])).values()];
}
