import assert from "node:assert/strict";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { type Element, excerpt, type Node, readMarkdown, withoutMarks } from "../../stage/state/markdown.js";
import { nothingRead, readSpeech } from "../../stage/state/reading.js";
import { anyText } from "../support/hostile-arbitraries.js";
import { itHolds } from "../support/property.js";

/** Writes a tree on one line, such as `p(Hello em(you))`. */
function outline(node: Node): string {
  if (typeof node === "string") return node;
  const { tag, children, href, start } = node;
  return `${tag}${href === undefined ? "" : `<${href}>`}${start === undefined ? "" : `#${start}`}(${children.map(outline).join("")})`;
}

const read = (text: string) =>
  readMarkdown(text)
    .map(({ element }) => outline(element))
    .join(" ");

describe("a speech", () => {
  it.each([
    ["plain text", "Yes: 2 * 3 < 7 & so on, snake_case.", "p(Yes: 2 * 3 < 7 & so on, snake_case.)"],
    ["lines and paragraphs", "one\ntwo\n\nthree", "p(onebr()two) p(three)"],
    ["emphasis", "*a* **b** _c_ ~~d~~ `e`", "p(em(a) strong(b) em(c) s(d) code(e))"],
    ["lists", "3. a\n4. b\n   - c\n   - d", "ol#3(li(a)li(bul(li(c)li(d))))"],
    ["code", "```js\nif (a < b) c();\n```", "pre(if (a < b) c();\n)"],
    ["quotes", "> a\n> b", "blockquote(p(abr()b))"],
    ["tables", "| a | b |\n|---|--:|\n| 1 | 2 |", "table(thead(tr(th(a)th(b)))tbody(tr(td(1)td(2))))"],
    ["headings, which become bold lines", "## Two\nreasons", "p(strong(Two)) p(reasons)"],
    ["rules, which do not make the line before a heading", "a\n---\nb", "p(a) hr() p(b)"],
    ["links", "[a](https://example.com/b)", "p(a<https://example.com/b>(a))"],
    ["bare addresses", "See https://a.b/c. Not README.md.", "p(See a<https://a.b/c>(https://a.b/c). Not README.md.)"],
    ["images, which become links", "![a *b*](https://a.b/c.png)", "p(a<https://a.b/c.png>(a b))"],
    ["images in links", "[![a](https://a.b/c.png)](https://d.e)", "p(a<https://d.e/>(a))"],
    ["escaped emphasis", "\\*a\\* \\_b\\_", "p(*a* _b_)"],
  ])("may contain %s", (_name, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ["HTML", '<b onclick="x()">a</b> <!-- b -->'],
    ["entities", "&lt;b&gt; &#106;"],
    ["definitions", "[a]: b\n[a]"],
    ["tables with too many cells", "| a |\n|---|\n| b | c |"],
    ["backslashes", "C:\\dir \\(x\\) \\[y\\]"],
    ["scripts as links", "[a](javascript:b) [c](data:text/html,d) [e](vbscript:f)"],
    ["scripts in disguise", "[a](&#106;avascript:b) [c](JaVaScRiPt:d) [e](\u0001javascript:f)"],
    ["relative links", "[a](/b) [c](#/talk/d) [e](//example.com)"],
    ["images that are data", "![a](data:image/svg+xml;base64,AAAA)"],
    ["links to files", "[a](file:///etc/passwd) <file:///etc/passwd> ftp://example.com"],
  ])("shows %s as text", (_name, text) => {
    expect(read(text)).toBe(`p(${text.replaceAll("\n", "br()")})`);
  });

  it("shows characters that change the direction of text", () => {
    expect(read("a\u202eb `c\u2066`")).toBe("p(a\\u{202e}b code(c\\u{2066}))");
  });

  it.each([">", "- ", "1. ", "> - "])("shows a block with too many levels as it was written: %s", (mark) => {
    const deep = `${mark.repeat(40)}deep`;
    expect(read(`*a*\n\n${deep}`)).toBe(`p(em(a)) p(${deep})`);
  });

  it("loses its marks in excerpts and announcements", () => {
    const text = "## Two *reasons*\n\n- `cost`\n- [oil](https://a.b)\n\n| a | b |\n|---|---|\n| 1 | 2 |";
    expect(withoutMarks(text)).toBe("Two reasons\ncost\noil\na b \n1 2");
    expect(excerpt(`**a** ${"b".repeat(5000)}`)).toBe(`a ${"b".repeat(994)}`);
  });
});

const parts = [
  "a",
  " ",
  "\n",
  "\n\n",
  "- ",
  "\n- b",
  "1",
  ". ",
  "\n2. ",
  "  ",
  "    ",
  "> ",
  "```",
  "\n```\n",
  "# ",
  "---",
  "\n===",
  "|",
  "\n|--|--|\n",
  "*",
  "**",
  "_",
  "`",
  "[b](https://a.b)",
  "<b>",
  "\\",
  "\r\n",
  "\r",
  "\t",
  "\u202e",
  "林",
  "https://a.b/c",
];
const markdown = fc.array(fc.oneof(fc.constantFrom(...parts), anyText), { maxLength: 24 });

const allIn = (node: Node): Element[] => (typeof node === "string" ? [] : [node, ...node.children.flatMap(allIn)]);

itHolds(
  "a speech that arrives in parts is read like the whole speech",
  fc.property(markdown, (pieces) => {
    let reading = nothingRead;
    for (let count = 1; count <= pieces.length; count += 1)
      reading = readSpeech(pieces.slice(0, count).join(""), reading);
    assert.deepEqual(reading.blocks, readSpeech(pieces.join("")).blocks);
  }),
);

itHolds(
  "links lead only to websites and mail, and no word is lost",
  fc.property(markdown, (pieces) => {
    const text = pieces.join("").replace(/[[\]`~]/g, "");
    const elements = readMarkdown(text).flatMap(({ element }) => allIn(element));
    for (const { href } of elements) if (href !== undefined) assert.match(href, /^(https?:\/\/|mailto:)/);
    const letters = (some: string) => some.replace(/[\u202a-\u202e\u2066-\u2069]|\\u\{[0-9a-f]+\}|[^\p{L}]/gu, "");
    assert.equal(letters(withoutMarks(text)), letters(text));
  }),
);

it("does not join two halves of a surrogate pair that a mark separates", () => {
  expect(withoutMarks("*\ud800*\udc00")).toBe("\ufffd\ufffd");
});

describe("a long speech", () => {
  const lines = Array.from({ length: 4000 }, (_, index) => `- **line** ${index}\n`).join("");

  it("is shown as it was written after its first part", () => {
    const { blocks } = readSpeech(lines);
    expect(blocks[0]?.element.tag).toBe("ul");
    const rest = blocks.slice(1).map(({ element }) => element);
    expect(rest.every(({ tag, children }) => tag === "p" && String(children).startsWith("- **line**"))).toBe(true);
    expect(rest.flatMap(({ children }) => children).join("")).toBe(lines.slice(blocks[1]?.start));
  });

  it("is read the same when it arrives in parts", () => {
    let reading = nothingRead;
    for (let end = 777; end < lines.length + 4999; end += 4999) reading = readSpeech(lines.slice(0, end), reading);
    expect(reading.blocks).toEqual(readSpeech(lines).blocks);
  });

  it("keeps the blocks that more text cannot change", () => {
    const before = readSpeech("a\n\nb\n\nc\n\nd");
    const after = readSpeech("a\n\nb\n\nc\n\nd e", before);
    expect(after.blocks.map((block, index) => block === before.blocks[index])).toEqual([true, true, false, false]);
  });
});
