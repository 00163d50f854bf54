import assert from "node:assert/strict";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { behindBid, readBidFirst } from "../../../src/core/text/read-answer.js";
import { itHolds } from "../../support/property.js";

const scale = { min: 1, max: 10 };

function readInPieces(pieces: readonly string[]) {
  let answer = "";
  for (const piece of pieces) {
    answer += piece;
    const found = readBidFirst(answer, scale, false);
    if (found) return found.reading;
  }
  return readBidFirst(answer, scale, true)?.reading;
}

const fragments = [
  "<",
  ">",
  "＜",
  "＞",
  "<bid>",
  "<int>",
  "</int>",
  "</bid>",
  "<think>",
  "</think>",
  "<pass>",
  "7",
  "11",
  "-3",
  " ",
  "\n",
  "</",
  "Well, ",
  "＜5＞",
  "bid",
  "/",
];
const answer = fc.array(fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 6 })), { maxLength: 14 });

describe("a bid at the beginning", () => {
  itHolds(
    "is the same whether the answer arrives whole or in pieces of 1 to 5 characters",
    fc.property(answer, fc.integer({ min: 1, max: 5 }), (pieces, size) => {
      const whole = pieces.join("");
      const cut = whole.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
      assert.deepEqual(readInPieces(cut), readInPieces([whole]));
    }),
  );

  it.each([
    ["<7> Well.", 7, "Well."],
    [" ＜７＞Well.", 7, "Well."],
    ["<bid>\n7\n</bid>\nWell.", 7, "Well."],
    ["<int>7</int> Well.", 7, "Well."],
    ["＜score＞7＜/score＞Well.", 7, "Well."],
    ["<pass>", null, ""],
    ["<think><9></think><3>\n\nWell, <9>.", 3, "Well, <9>."],
  ])("is found in %j", (text, value, speech) => {
    expect(readBidFirst(text, scale, true)?.reading).toEqual({ ok: true, value });
    const clean = behindBid((rest) => ({ text: rest, faults: [] }));
    expect(clean(text.replace(/^<think>.*<\/think>/, ""), true).text).toBe(speech);
  });

  it.each(["7", "Well, <7>.", "**<7>** Well.", "<seven>", "<11>", "<7.5>", "<em>So</em> be it.", ""])(
    "is not found in %j",
    (text) => {
      expect(readBidFirst(text, scale, true)?.reading.ok).toBe(false);
    },
  );
});
