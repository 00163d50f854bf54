import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { readMarkdown, renderMarkdown } from "../../../src/talk/transcript/markdown.js";
import { languages } from "../../../src/words/registry.js";
import { anyText } from "../../support/hostile-arbitraries.js";
import { hostileMarkup } from "../../support/hostile-markup.js";
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
  "a page contains no control characters but line feeds and tabs, no bidirectional overrides, and one heading per message",
  fc.property(anyText, anyText, (speaker, text) => {
    const page = renderMarkdown(conversationOf([said(speaker, text)]));
    assert.doesNotMatch(page, /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    assert.equal(page.match(/^### /gm)?.length, 1);
  }),
);

/** A renderer that allows HTML and links with any scheme. */
const renderer = new MarkdownIt({ html: true, linkify: true });
renderer.validateLink = () => true;

const markup = fc.constantFrom(
  "```",
  "```js\n",
  "\n```\n",
  "~~~\n",
  "`",
  "``",
  "<b>",
  "![a](https://b.c)",
  "[a](https://b.c)",
  "[a](javascript:b)",
  "https://a.b/",
  "www.a.b",
  "a@b.c",
  "\n- ",
  "\n  ",
  "\n   ",
  "\n1. ",
  "\n> ",
  "|--|--|\n",
  "| a | b |\n",
  "\n---",
  "\n===",
  "\n## a\n",
  "[^1]: ",
  "[a]: https://b.c\n",
  "[a]",
  "&lt;",
  "[!NOTE]\n",
  "<!--",
  "\\",
  " ",
  "\t",
  "!",
  "]",
  "(",
  "$$",
  ...hostileMarkup.filter(({ length }) => length < 200),
);
const speech = fc.array(fc.oneof(markup, anyText), { maxLength: 10 }).map((pieces) => pieces.join(""));

itHolds(
  "a renderer finds one quote for each message, and in it no heading, HTML, image or unsafe link",
  fc.property(fc.array(speech, { minLength: 1, maxLength: 2 }), (texts) => {
    const page = renderMarkdown(conversationOf(texts.map((text) => said("Ann", text))));
    const tokens = renderer.parse(page, {}).flatMap((token) => [token, ...(token.children ?? [])]);
    const count = (kind: string, tag = "") => tags(kind, tag).length;
    const tags = (kind: string, tag: string) =>
      tokens.filter(({ type, tag: own }) => type === kind && own.startsWith(tag));
    assert.deepEqual(
      [count("heading_open", "h1"), count("heading_open", "h2"), count("heading_open", "h3"), count("heading_open")],
      [1, 0, texts.length, 1 + texts.length],
    );
    assert.equal(tokens.filter(({ type, level }) => type === "blockquote_open" && level === 0).length, texts.length);
    assert.deepEqual([count("html_block"), count("html_inline"), count("image")], [0, 0, 0]);
    for (const link of tags("link_open", "a")) assert.match(String(link.attrGet("href")), /^(https?:|mailto:)/);
    assert.deepEqual(
      readMarkdown(page).map(({ text }) => text),
      texts,
    );
  }),
);
