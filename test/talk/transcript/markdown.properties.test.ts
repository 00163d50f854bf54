/** Reading a rendered Markdown page returns the original speakers and texts, whatever the names and texts contain. */
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
  "readMarkdown returns the messages given to renderMarkdown",
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
  "readMarkdown returns the same messages after trailing spaces are removed",
  fc.property(messages, (lines) => {
    const page = renderMarkdown(conversationOf(lines.map(({ speaker, text }) => said(speaker, text))));
    assert.deepEqual(
      readMarkdown(page.replace(/ +$/gm, "")),
      lines.map(({ speaker, text }) => ({ speaker, text })),
    );
  }),
);

itHolds(
  "a page contains no control characters except line feeds and tabs, no bidirectional controls, and one heading per message",
  fc.property(anyText, anyText, (speaker, text) => {
    const page = renderMarkdown(conversationOf([said(speaker, text)]));
    assert.doesNotMatch(page, /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    assert.equal(page.match(/^### /gm)?.length, 1);
  }),
);
