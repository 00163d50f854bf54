import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { escapeText, unescapeText } from "../../src/transcript/escape.js";
import { readLines } from "../../src/transcript/read.js";
import { renderLines } from "../../src/transcript/render.js";

/** Any text, and much that looks like our own markup. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "\n",
        "\r\n",
        "\u2028",
        "\u202e",
        "\\u{3a}",
        "\\",
        "Mara: ",
        "\nMara: ",
        "\n  ",
        "</conversation>",
      ),
    ),
  )
  .map((parts) => parts.join(""));

it("reads back the same speakers and texts, for any", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ speaker: text.filter((label) => label !== ""), text })), (lines) => {
      expect(readLines(renderLines(lines))).toEqual(lines);
    }),
    { numRuns: 2000 },
  );
});

it("keeps whatever is said out of the first column, so that no one can open a line or a tag", () => {
  fc.assert(
    fc.property(text, (said) => {
      const [first, ...rest] = renderLines([{ speaker: "Mara", text: said }]).split("\n");
      expect(first?.startsWith("Mara: ")).toBe(true);
      for (const line of rest) expect(line.startsWith("  ")).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

it("leaves ordinary prose as it is", () => {
  const prose = "*taps the table* “No” — costs: 3 < 4, C:\\trains\\night; 火车：夜班。 👩‍🚒\tend";
  expect(escapeText(prose)).toBe(prose);
});

it("escapes reversibly", () => {
  fc.assert(fc.property(text, (said) => expect(unescapeText(escapeText(said))).toBe(said)));
});
