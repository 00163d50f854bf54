/** What a participant says stays what it said: hostile speeches in every mode, before a model that obeys injections. */
import { describe, expect, it } from "@jest/globals";
import { expectNoChange } from "../support/hostile-comparison.js";
import { hostileModes, hostileTexts, scenes, ways } from "../support/hostile-talk.js";
import { languagesOf } from "../support/languages.js";

describe("the corpus", () => {
  it("holds at least 60 texts, each of its own, in both languages, with what each tries", () => {
    expect(hostileTexts.length).toBeGreaterThanOrEqual(60);
    for (const field of ["id", "text"] as const)
      expect(new Set(hostileTexts.map((entry) => entry[field])).size).toBe(hostileTexts.length);
    for (const { tries } of hostileTexts) expect(tries).toMatch(/^\w.{10}/);
    for (const language of languagesOf(scenes))
      expect(hostileTexts.filter((entry) => entry.language === language).length).toBeGreaterThan(15);
  });
});

it.each(hostileModes)(
  "in %s no hostile speech changes a speaker, another's bid, a judgement, a decision, a stop or whose words they are",
  async (mode) => {
    await expectNoChange(mode, ways["a speech"], hostileTexts);
  },
  120_000,
);
