import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import stringWidth from "string-width";
import { LineWrapper, wrapText } from "../../../../src/apps/cli/terminal/text.js";

function wrapPieces(pieces: readonly string[], width: number, indent = "  "): string {
  let out = "";
  const wrapper = new LineWrapper({ width, indent, write: (text) => (out += text) });
  for (const piece of pieces) wrapper.feed(piece);
  wrapper.end();
  return out;
}

const wrap = (text: string, width: number) => wrapPieces([text], width).split("\n").slice(0, -1);

describe("a wrapped text", () => {
  it("breaks at spaces, and indents each line", () => {
    expect(wrap("The night train is a promise.", 14)).toEqual(["  The night", "  train is a", "  promise."]);
  });

  it("breaks Chinese anywhere except before a closing mark or after an opening mark", () => {
    expect(wrap("她说夜车不该停。", 10)).toEqual(["  她说夜车", "  不该停。"]);
    expect(wrap("她说夜车。不该停", 10)).toEqual(["  她说夜", "  车。不该", "  停"]);
    expect(wrap("她说夜“车”不该停", 10)).toEqual(["  她说夜", "  “车”不该", "  停"]);
  });

  it("keeps Latin words together in Chinese text", () => {
    expect(wrap("我们用 rostrum 吧", 12)).toEqual(["  我们用", "  rostrum 吧"]);
  });

  it("keeps line breaks, paragraphs and the indentation of lists", () => {
    expect(wrap("one\n\ntwo\n  - three\n\n", 20)).toEqual(["  one", "", "  two", "    - three"]);
  });

  it("breaks a word that is longer than a line, and indents each part", () => {
    expect(wrap(`${"x".repeat(10)}Mara`, 8)).toEqual(["  xxxxxx", "  xxxxMa", "  ra"]);
  });

  it("shows control sequences as text", () => {
    expect(wrap("a\u001b[2Jb\u202ec\rd", 80)).toEqual(["  a\\u{1b}[2Jb\\u{202e}c\\u{d}d"]);
  });

  it("does not depend on how the text is split into pieces", () => {
    const unit = fc.oneof(
      fc.constantFrom(" ", "\n", "\r\n", "。", "“", "”", "夜", "é", "👩‍👩‍👧", "e\u0301", "-", "word", "\u001b[31m"),
      fc.string({ unit: "grapheme", maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), fc.integer({ min: 8, max: 40 }), (units, width) => {
        const text = units.join("");
        // `split` also splits surrogate pairs, as a provider might.
        expect(wrapPieces(text.split(""), width)).toBe(wrapPieces([text], width));
      }),
      { numRuns: 500 },
    );
  });

  it("never exceeds the width, and loses no word", () => {
    const word = fc.oneof(fc.stringMatching(/^[a-z]{1,12}$/), fc.constantFrom("夜班列车", "不。", "（是）", "naïve"));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), fc.integer({ min: 16, max: 60 }), (words, width) => {
        const lines = wrap(words.join(" "), width);
        for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
        for (const line of lines) expect(line).toMatch(/^ {2}\S/);
        expect(lines.join("").replaceAll(" ", "")).toBe(words.join(""));
      }),
    );
  });

  it("is empty for an empty text", () => {
    expect(wrapPieces([], 20)).toBe("");
    expect(wrapText("", { width: 20, indent: "" })).toBe("");
  });
});
