import { describe, expect, it } from "@jest/globals";
import { expectNoChange } from "../support/hostile-comparison.js";
import { hostileModes, hostileTexts, scenes, ways } from "../support/hostile-talk.js";
import { languagesOf } from "../support/languages.js";

describe("the corpus", () => {
  it("contains at least 60 different texts, covers the languages of the scenes, and explains what each text tries", () => {
    expect(hostileTexts.length).toBeGreaterThanOrEqual(60);
    for (const field of ["id", "text"] as const)
      expect(new Set(hostileTexts.map((entry) => entry[field])).size).toBe(hostileTexts.length);
    for (const { tries } of hostileTexts) expect(tries).toMatch(/^\w.{10}/);
    for (const language of languagesOf(scenes))
      expect(hostileTexts.filter((entry) => entry.language === language).length).toBeGreaterThan(15);
  });
});

it.each(hostileModes)(
  "no hostile speech in %s mode changes a speaker, another participant's bid, a judgement, a decision, the end or a message's author",
  async (mode) => {
    await expectNoChange(mode, ways["a speech"], hostileTexts);
  },
  120_000,
);
