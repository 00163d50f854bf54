import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { root } from "../package/pack.js";
import { codeBlocks, type Page, pages } from "./pages.js";

const pageAt = (path: string) => pages.find((page) => page.path === path);

const translationOf = (path: string) => (path === "README.md" ? "README.zh.md" : path.replace(/^docs\//, "docs/zh/"));

const translated = [
  "README.md",
  ...["README", "start", "at-a-glance", "concepts", "gallery"].map((name) => `docs/${name}.md`),
];
const english = [...translated, ...pages.map(({ path }) => path).filter((path) => path.startsWith("docs/modes/"))];
const pairs = english.map((path) => [path, pageAt(path), pageAt(translationOf(path))] as const);

const headings = ({ text }: Page, level: number) =>
  text.replace(/^```[\s\S]*?^```$/gm, "").match(new RegExp(`^#{${level}} `, "gm"))?.length ?? 0;

it("the READMEs, the first pages, the gallery and the modes exist in Chinese, and no other pages do", () => {
  expect(pairs.filter(([, , chinese]) => chinese === undefined).map(([path]) => path)).toEqual([]);
  const others = pages.map(({ path }) => path).filter((path) => path.startsWith("docs/zh/"));
  expect(others.filter((path) => !english.map(translationOf).includes(path))).toEqual([]);
});

describe.each(pairs)("the Chinese translation of %s", (path, original, chinese) => {
  if (!original || !chinese) throw new Error(`${path} or its translation is missing`);

  it("has as many sections, code blocks and transcripts as the English page", () => {
    // The Chinese list of pages has fewer sections, because it contains only translated pages.
    const isList = path === "docs/README.md";
    const shapeOf = (page: Page) => [
      ...(isList ? [] : [headings(page, 2), headings(page, 3)]),
      ...["ts", "sh", "yaml"].map((language) => codeBlocks(page.text, language).length),
      page.text.match(/<!-- generated: transcript/g)?.length,
    ];
    expect(shapeOf(chinese)).toEqual(shapeOf(original));
  });

  it("contains Chinese text and no English sentences", () => {
    const prose = chinese.text.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`]*`|\([^)]*\)/g, "");
    expect(prose.match(/\p{Script=Han}/gu)?.length).toBeGreaterThan(100);
    // Names and terms may be English, but sentences may not.
    expect(prose.match(/[a-z]+ [a-z]+ [a-z]+ [a-z]+ [a-z]+/)).toBeNull();
  });
});

it("Chinese pages name only settings that the reference lists", () => {
  const reference = readFileSync(join(root, "docs/reference/settings.md"), "utf8");
  const named = pages
    .filter(({ path }) => path.startsWith("docs/zh/"))
    .flatMap(({ path, text }) =>
      [
        ...text.matchAll(/`((?:bidding|director|selection|stopping|supervisor|stages\[\]|participants\[\])\.[\w.]+)/g),
      ].map(([, setting = ""]) => [path, setting] as const),
    );
  expect(named.length).toBeGreaterThan(40);
  const objects = ["stopping.silence"];
  expect(
    named.filter(([, setting]) => !reference.includes(`| \`${setting}\` |`) && !objects.includes(setting)),
  ).toEqual([]);
});
