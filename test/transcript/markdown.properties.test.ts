/** Markdown is injective: whatever is said, by whomever, reading the page gives back the same speakers and texts. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { renderMarkdown } from "../../src/transcript/markdown.js";
import { readMarkdown } from "../../src/transcript/read-markdown.js";
import { conversationOf, said } from "./conversations.js";

/** Pieces that mean something to Markdown, to the page, or to the escaping itself. */
const marks = fc.constantFrom(
  ..."#>-+*=_~`|:<&$![](){}\\ \t\n\r.",
  "### 2 · Bo\n\n> ",
  "\n\n",
  "---\n",
  "\\u{2028}",
  "\\u{",
  "\\ \n",
  "\\\t",
  "&nbsp;",
  "&#9;",
  "\\&nbsp;",
  "<sub>",
  "\u2028",
  "\u0085",
  "\u200b",
  "\u202e",
  "\ufeff",
  "\ud800",
  "\udc00",
  "·",
);
const anyUnit = fc.oneof(
  marks,
  fc.string({ unit: "binary", maxLength: 3 }),
  fc.string({ unit: "grapheme", maxLength: 5 }),
);
const anyText = fc.array(anyUnit, { maxLength: 12 }).map((parts) => parts.join(""));

const messages = fc.array(
  fc.record({
    speaker: anyText,
    text: anyText,
    kind: fc.constantFrom("speech" as const, "opening" as const, "other" as const),
  }),
  { maxLength: 5 },
);

describe("readMarkdown", () => {
  it("gives back what renderMarkdown was given", () => {
    fc.assert(
      fc.property(messages, anyText, fc.constantFrom("en" as const, "zh" as const), (lines, topic, language) => {
        const all = lines.map(({ speaker, text, kind }) => ({ ...said(speaker, text), kind }));
        const page = renderMarkdown({ ...conversationOf(all), topic, language });
        expect(readMarkdown(page)).toEqual(lines.map(({ speaker, text }) => ({ speaker, text })));
      }),
      { numRuns: 5000 },
    );
  });

  it("gives back the same after the space at the ends of lines is gone", () => {
    fc.assert(
      fc.property(messages, (lines) => {
        const page = renderMarkdown(conversationOf(lines.map(({ speaker, text }) => said(speaker, text))));
        expect(readMarkdown(page.replace(/ +$/gm, ""))).toEqual(lines.map(({ speaker, text }) => ({ speaker, text })));
      }),
      { numRuns: 1000 },
    );
  });

  it("never shows a control or a mark of direction", () => {
    fc.assert(
      fc.property(anyText, anyText, (speaker, text) => {
        expect(renderMarkdown(conversationOf([said(speaker, text)]))).not.toMatch(
          /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u,
        );
      }),
    );
  });
});
