import { expect, it } from "@jest/globals";
import { estimateTokens } from "../../src/domain/tokens.js";
import { countWords } from "../../src/domain/word-count.js";

it.each([
  ["", 0],
  ["One, two – three!", 3],
  ["*waves* It's a night-train; isn't it?", 7],
  ["3 p.m. in 2031", 4],
])("counts words in English: %s", (text, words) => expect(countWords(text, "en")).toBe(words));

it.each([
  ["", 0],
  ["夜班列车。", 5],
  ["*敲桌子* 我 同意！", 9],
  ["共 12 间房", 4],
])("counts characters in Chinese: %s", (text, characters) => expect(countWords(text, "zh")).toBe(characters));

it("estimates tokens: four letters or one Chinese character each", () => {
  expect(estimateTokens("12345678")).toBe(2);
  expect(estimateTokens("夜班列车")).toBe(4);
  expect(estimateTokens("夜班 train")).toBe(4);
});
