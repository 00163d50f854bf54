/** Markdown is injective: whatever is said, by whomever, reading the page gives back the same speakers and texts. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { readMarkdown, renderMarkdown } from "../../../src/talk/transcript/markdown.js";
import { languages } from "../../../src/words/registry.js";
import { anyText } from "../../support/hostile-arbitraries.js";
import { itHolds } from "../../support/property.js";
import { conversationOf, said } from "./conversations.js";

const messages = fc.array(
  fc.record({
    speaker: anyText,
    text: anyText,
    kind: fc.constantFrom("speech" as const, "opening" as const, "other" as const),
  }),
  { maxLength: 2 },
);

itHolds(
  "readMarkdown gives back what renderMarkdown was given",
  fc.property(messages, anyText, fc.constantFrom(...languages), (lines, topic, language) => {
    const all = lines.map(({ speaker, text, kind }) => ({ ...said(speaker, text), kind }));
    const page = renderMarkdown({ ...conversationOf(all), topic, language });
    assert.deepEqual(
      readMarkdown(page),
      lines.map(({ speaker, text }) => ({ speaker, text })),
    );
  }),
);

itHolds(
  "readMarkdown gives back the same after the space at the ends of lines is gone",
  fc.property(messages, (lines) => {
    const page = renderMarkdown(conversationOf(lines.map(({ speaker, text }) => said(speaker, text))));
    assert.deepEqual(
      readMarkdown(page.replace(/ +$/gm, "")),
      lines.map(({ speaker, text }) => ({ speaker, text })),
    );
  }),
);

itHolds(
  "a page never shows a control or a mark of direction, and has one heading for each message",
  fc.property(anyText, anyText, (speaker, text) => {
    const page = renderMarkdown(conversationOf([said(speaker, text)]));
    assert.doesNotMatch(page, /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    assert.equal(page.match(/^### /gm)?.length, 1);
  }),
);
