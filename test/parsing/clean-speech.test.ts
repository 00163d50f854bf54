import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { createCleaner } from "../../src/parsing/clean-speech.js";

const clean = createCleaner("Mara Lindqvist", ["Tobias Oyelaran", "Ines Kowalczyk", "Moderator", "林晚舟"]);

describe("a whole speech", () => {
  it.each([
    ["Every night.", "Every night.", []],
    ["Mara Lindqvist: Every night.", "Every night.", ["own-label"]],
    ["MARA: Every night.", "Every night.", ["own-label"]],
    ["**Mara Lindqvist:** *nods* Every night.", "*nods* Every night.", ["own-label"]],
    ["**Mara**: **Every** night.", "**Every** night.", ["own-label"]],
    ["Mara, Mara Lindqvist: that was me.", "Mara, Mara Lindqvist: that was me.", []],
    ["I said to Tobias: no.", "I said to Tobias: no.", []],
    ["One.\nTobias: Two.\nMara: Three.", "One.", ["other-speaker"]],
    ["One.\n\n林晚舟：二。", "One.", ["other-speaker"]],
    ["## My view\nOne.", "One.", ["heading"]],
    ["One.\nnext speaker: Ines", "One.", ["heading"]],
    ["Next, speakers of the house: listen.", "Next, speakers of the house: listen.", []],
    ["#1 is safety.", "#1 is safety.", []],
    ["Tobias: Two.\nMara: One.", "One.", ["other-speaker", "own-label"]],
    ["Tobias: Two.", "Two.", ["other-speaker"]],
    ["# Everything in a heading", "Everything in a heading", ["heading"]],
    ["", "", []],
  ])("%j", (answer, text, faults) => {
    expect(clean(answer, true)).toEqual({ text, faults });
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    "Mara Lindqvist:",
    "Mara",
    "**Mara:** ",
    "Tobias:",
    "Tobias Oyelaran (owner): ",
    "Ines",
    "林晚舟：",
    ":",
  ),
  fc.constantFrom(
    "\n",
    "\n\n",
    " ",
    "### ",
    "next speaker: ",
    "next_speaker",
    "*nods* ",
    "> ",
    "- ",
    "word ",
    "(",
    ")",
    "__",
  ),
  fc.string({ maxLength: 6 }),
);
const answers = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));

it("never takes back what was shown while it came, however it comes in pieces", () => {
  fc.assert(
    fc.property(answers, (answer) => {
      let shown = "";
      for (let length = 1; length <= answer.length; length += 1) {
        const { text } = clean(answer.slice(0, length), false);
        expect(text.startsWith(shown)).toBe(true);
        shown = text;
      }
      expect(clean(answer, true).text.startsWith(shown)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

it("leaves no line that begins with somebody's label, unless there is nothing else", () => {
  fc.assert(
    fc.property(answers, (answer) => {
      const { text, faults } = clean(`Well.\n${answer}`, true);
      expect(text.startsWith("Well.")).toBe(true);
      expect(text).not.toMatch(/^(?:Mara(?: Lindqvist)?|Tobias(?: Oyelaran)?|Ines(?: Kowalczyk)?|林晚舟)[:：]/m);
      if (text === `Well.\n${answer}`.trim()) expect(faults).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

it("stays fast on a long answer full of beginnings", () => {
  const answer = `${"Mara Lindqvist (".repeat(400)}\n${"**".repeat(2000)}`;
  expect(clean(answer, true).text.length).toBeGreaterThan(0);
});
