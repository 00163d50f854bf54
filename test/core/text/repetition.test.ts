import { describe, expect, it } from "@jest/globals";
import { firstSentence, repeats } from "../../../src/core/text/repetition.js";
import { sentencesOf } from "../../../src/core/text/sentences.js";
import { fitWords } from "../../../src/core/text/word-count.js";
import { locales } from "../../../src/words/registry.js";

const english = { ...locales.en, names: ["Bea Stone", "Carl", "Dr. Okafor"] };
const chinese = { ...locales.zh, names: ["林晚舟", "叶知秋"] };

describe("repeats", () => {
  it.each([
    [
      "What a lively evening we have here in the hall. Now the hotels.",
      "What a lively evening we have here in the big hall. And the train?",
    ],
    [
      "So the lamp runs by itself, and nobody has told us who mends it.",
      "Nobody has told us who mends the lamp that runs by itself.",
    ],
  ])("finds a repetition of an earlier text in %j", (text, earlier) => {
    expect(repeats(text, ["Something else entirely.", earlier], english)).toBe(true);
  });

  it("finds a repetition of an earlier text in Chinese", () => {
    expect(
      repeats("今晚的讨论真热闹，可是钱从哪里来还没人说。", ["今晚的讨论真热闹，可是钱从哪里来没人说过。"], chinese),
    ).toBe(true);
  });
});

describe("repeats with a new text", () => {
  it.each([
    ["Thank you, Bea. So it is about money.", "Thank you, Carl. So it is about time."],
    ["Dr. Okafor has put a price on it.", "Dr. Okafor would rather wait for the spring."],
    ["Hm... The harbour sleeps.", "Hm... A sum that does not add up."],
    [
      "Bea says the bridge is safe, and Carl has not answered that.",
      "It is not that Bea has said the last word on the matter, and the question is still what Carl would do with all that he has been given, which is more than any of us in this room has to lose.",
    ],
    ["And that brings us to the cost.", "And that brings us to the noise."],
  ])("finds no repetition in %j", (text, earlier) => {
    expect(repeats(text, [earlier], english)).toBe(false);
  });

  it.each([
    ["钱从哪里来，还没有人回答。", "夜里谁来坐车，还没有人说清楚。"],
    ["林晚舟这句话有分量。", "叶知秋这笔账算得细。"],
  ])("finds no repetition of an earlier text in %j", (text, earlier) => {
    expect(repeats(text, [earlier], chinese)).toBe(false);
  });
});

describe("sentences", () => {
  it.each([
    ["Dr. Okafor left. Who stays?", ["Dr. Okafor left. ", "Who stays?"]],
    ["Well... maybe. Or not!", ["Well... maybe. ", "Or not!"]],
    ["A line\nand another.", ["A line\n", "and another."]],
    ["他走了。“真的？”她问。", ["他走了。", "“真的？”", "她问。"]],
    ["", []],
  ])("sentencesOf splits %j", (text, sentences) => {
    expect(sentencesOf(text)).toEqual(sentences);
    expect(sentencesOf(text).join("")).toBe(text);
  });

  it("firstSentence trims the text, and does not end the sentence at an abbreviation", () => {
    expect(firstSentence("  Dr. Okafor left. Who stays?")).toBe("Dr. Okafor left.");
  });

  it("fitWords keeps only whole sentences", () => {
    expect(fitWords("One two. Three four five. Six.", 5, "en")).toBe("One two. Three four five.");
    expect(fitWords("One two. Three four five. Six.", 4, "en")).toBe("One two.");
    expect(fitWords("One two three.", 2, "en")).toBe("");
    expect(fitWords("一二三。四五。", 6, "zh")).toBe("一二三。");
  });
});
