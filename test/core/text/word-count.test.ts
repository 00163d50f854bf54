import assert from "node:assert/strict";
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { countWords } from "../../../src/core/text/word-count.js";
import { chargedTokens, estimateTokens } from "../../../src/core/usage/usage.js";
import { itHolds } from "../../support/property.js";

it.each([
  ["", 0],
  ["One, two – three!", 3],
  ["*waves* It's a night-train; isn't it?", 7],
  ["3 p.m. in 2031", 4],
  ["Act one: an e:mail at 12:30", 7],
])("countWords counts the words of an English text: %j", (text, words) => expect(countWords(text, "en")).toBe(words));

it.each([
  ["", 0],
  ["夜班列车。", 5],
  ["*敲桌子* 我 同意！", 9],
  ["共 12 间房", 4],
])("countWords counts a Chinese text's characters except spaces, and each number as one: %j", (text, characters) =>
  expect(countWords(text, "zh")).toBe(characters),
);

it("estimateTokens counts one Chinese character or four others as one token", () => {
  expect(estimateTokens("the train")).toBe(3);
  expect(estimateTokens("夜班列车")).toBe(4);
  expect(estimateTokens("夜班 train")).toBe(4);
  expect(estimateTokens("")).toBe(0);
});

it("chargedTokens counts four Latin letters or spaces, two letters of another alphabet, or one other character as a token", () => {
  expect(chargedTokens("the train")).toBe(3);
  expect(chargedTokens("поезд")).toBe(3);
  expect(chargedTokens("夜班列车")).toBe(4);
  expect(chargedTokens("夜班 train")).toBe(4);
  expect(chargedTokens("<8>, 1999")).toBe(9);
  expect(chargedTokens("")).toBe(0);
});

const wordsOf = (text: string) =>
  [...new Intl.Segmenter("en", { granularity: "word" }).segment(text)].filter(({ isWordLike }) => isWordLike).length;

/** Before version 24, Node.js does not join letters around a colon. */
const joinsAtColons = wordsOf("a:a") === 1;

const piece = fc.constantFrom(
  "a",
  "Is",
  "it's",
  "'",
  "’",
  ".",
  ",",
  ":",
  ";",
  "-",
  "_",
  "1",
  "12",
  "é",
  "\u0301",
  "\u200d",
  "列",
);
const space = fc.constantFrom(" ", "  ", "\n", "\t", "\r\n", "\u00a0", "\u202f", "*", "(", ")", '"', "!");

itHolds(
  "countWords finds as many English words as the segmenter",
  fc.property(
    fc.oneof(
      fc.array(fc.oneof(piece, space)).map((parts) => parts.join("")),
      fc.string({ unit: "binary" }),
    ),
    (any) => {
      const text = joinsAtColons ? any : any.replaceAll(":", "");
      assert.equal(countWords(text, "en"), wordsOf(text));
    },
  ),
);
