import assert from "node:assert/strict";
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { cutText } from "../../../src/core/text/cut.js";
import { itHolds } from "../../support/property.js";

itHolds(
  "cutText returns a beginning that fits, does not split a surrogate pair, and is at most one unit shorter than allowed",
  fc.property(fc.string({ unit: "grapheme" }), fc.nat({ max: 12 }), (text, length) => {
    const cut = cutText(text, length);
    assert(text.startsWith(cut) && cut.length <= length);
    assert(cut.isWellFormed() || !text.isWellFormed());
    assert(cut.length >= Math.min(text.length, length - 1));
    assert.equal(cutText(cut, length), cut);
  }),
);

it("cutText keeps lone surrogates, and never splits a surrogate pair", () => {
  expect([cutText("a\ud83d\ude00b", 2), cutText("a\ud83d\ude00b", 3)]).toEqual(["a", "a\ud83d\ude00"]);
  expect([cutText("\ud83dab", 1), cutText("ab", 0), cutText("ab", 2)]).toEqual(["\ud83d", "", "ab"]);
});
