import { describe, expect, it } from "@jest/globals";
import { withoutQuotations } from "../../../src/core/text/sentences.js";
import { longestFragment } from "../../../src/offline/rehearsal/phrasing.js";
import { valueAt } from "../../../src/offline/rehearsal/texts.js";
import type { Line } from "../../../src/records/message.js";
import type { Language } from "../../../src/words/registry.js";
import { auction, circle, settings, show } from "./conversations.js";

const seeds = [7, 2205];

/** The keys of texts that name a theme. These texts may repeat. */
const nouns = new Set(["point", "words", "gap", "narrow"]);

const patternsIn = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : Object.entries(value as object).flatMap(([key, inner]) => (nouns.has(key) ? [] : patternsIn(inner)));

/** The longest fixed part of each pattern, if it is long enough to identify the pattern. */
function fragmentsOf(language: Language, ...files: string[]): string[] {
  const fragments = files.flatMap((file) => patternsIn(valueAt(language, file)).map(longestFragment));
  return [...new Set(fragments)].filter((fragment) => fragment.length > (language === "zh" ? 6 : 14));
}

function returning(lines: readonly Line[], fragments: readonly string[], distance: number): string[] {
  const said = lines.map(({ text }) => withoutQuotations(text).toLowerCase());
  return fragments.filter((fragment) => {
    const at = said.flatMap((text, index) => (text.includes(fragment) ? [index] : []));
    return at.some((index, place) => place > 0 && index - (at[place - 1] ?? 0) < distance);
  });
}

describe.each(settings)("conversations about “$topic”", (setting) => {
  it("repeat no pattern within ten turns of an auction or a round-robin conversation", () => {
    const fragments = fragmentsOf(setting.language, "talk", "themes");
    for (const seed of seeds)
      for (const play of [auction, circle]) {
        const lines = play(setting, seed, 30).slice(1);
        expect(returning(lines, fragments, 10)).toEqual([]);
      }
  });

  it("repeat no pattern within ten turns of a hosted conversation", () => {
    const fragments = fragmentsOf(setting.language, "director", "talk", "themes");
    for (const seed of seeds) {
      // An exchange is one turn, but its question and answer are two lines.
      const { lines } = show(setting, seed, 14);
      expect(returning(lines.slice(1), fragments, 20)).toEqual([]);
    }
  });
});
