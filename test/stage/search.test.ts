import { describe, expect, it } from "@jest/globals";
import type { Item } from "../../stage/state/record.js";
import { hitsIn, patternFor } from "../../stage/state/search.js";

const line = (text: string, key: number): Item => ({
  ...{ key, kind: "line", turn: key, speaker: "Ann", text, words: 0, time: "", isSpeech: true },
});

const found = (searched: string, ...texts: string[]) => hitsIn(texts.map(line), patternFor(searched));

describe("a search", () => {
  it("finds a text regardless of case, in Chinese too, and across line breaks", () => {
    expect(found("the LIGHT", "The light", "the\n  light burns", "Thelight")).toEqual([0, 1]);
    expect(found("horn is", "The **fog horn** is broken.")).toEqual([0]);
    expect(found("灯塔", "这座灯塔", "灯 塔")).toEqual([0]);
    expect(found("ÉTÉ", "l'été", "ete")).toEqual([0]);
  });

  it("treats special characters as ordinary ones", () => {
    for (const signs of ["a+b", "(why?)", "[1]", "C:\\d", "x|y", "{2}", "$5.0", "^", "1/2-3"])
      expect(found(signs, `see ${signs}!`, "aab why 1 yes 22 50")).toEqual([0]);
  });

  it("finds nothing for an empty text, and each item once", () => {
    expect(found("  ", "a", "b")).toEqual([]);
    expect(found("a", "a a a", "b", "a")).toEqual([0, 2]);
  });

  it("finds messages from listeners, but not speakers' names", () => {
    const interjection = { id: "1", messageId: null, from: "Bo", to: null, text: "Who pays?" };
    const heard = { ...interjection, raisesHand: false, turn: 1, time: "", problem: null };
    const items: Item[] = [{ key: 1, turn: 1, kind: "interjection", interjection: heard }, line("I do.", 2)];
    expect(hitsIn(items, patternFor("who"))).toEqual([0]);
    expect(hitsIn(items, patternFor("Ann"))).toEqual([]);
  });
});
