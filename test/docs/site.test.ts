import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { isForModels, llmsFull, llmsIndex, llmsIndexOfLines, menuOf, slug } from "../../docs/generate/site.js";
import { translationOf } from "../../docs/generate/translation.js";
import { root } from "../package/pack.js";
import { pages } from "./pages.js";

const read = (path: string) => readFileSync(join(root, "docs", path), "utf8");
const index = read("README.md");
const glance = read("at-a-glance.md");
const titleOf = (text: string) => /^# (.+)$/m.exec(text)?.[1] ?? "";

it("headings have the same anchors as on GitHub", () => {
  const headings = [
    "In code: people in the cast",
    "From code: rostrum/client",
    "rostrum run",
    "谁来结束？",
    "`a` & b_c",
  ];
  expect(headings.map(slug)).toEqual([
    "in-code-people-in-the-cast",
    "from-code-rostrumclient",
    "rostrum-run",
    "谁来结束",
    "a--b_c",
  ]);
});

it("the menu has the groups of a list of pages, and the first link of each entry unless it leads out of docs", () => {
  const list = `# Title

## Modes

| Mode | What |
|---|---|
| [Bidding](modes/bidding.md) | bids, see [start](start.md) |

## Guides

**Serve it**

- [Server](guides/README.md): and [others](other.md)
- [Outside](../CONTRIBUTING.md)
- [API](reference/README.md#api)
`;
  expect(menuOf(list)).toEqual([
    { text: "Modes", items: [{ text: "Bidding", link: "/modes/bidding" }] },
    {
      text: "Serve it",
      items: [
        { text: "Server", link: "/guides/" },
        { text: "API", link: "/reference/#api" },
      ],
    },
  ]);
});

const repository = "https://example.org/repository";
const docs = pages
  .filter(({ path }) => path.startsWith("docs/"))
  .map(({ path, text }) => ({ path: path.slice("docs/".length), text }));

it("llms.txt lists every page of the menu, except the page that it contains, with its address relative to the site's root", () => {
  const text = llmsIndex(index, "About it.", repository, glance);
  expect(text.startsWith("# Rostrum\n\n> About it.\n\n")).toBe(true);
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)#]+)(?:#[^)]*)?\)(?:: .+)?$/gm)].map(([, link = ""]) => link);
  const outside = links.filter((link) => link.startsWith(`${repository}/blob/main/`));
  expect(outside).toEqual([`${repository}/blob/main/CONTRIBUTING.md`]);
  const listed = links.filter((link) => !outside.includes(link));
  expect(listed.filter((link) => !docs.some(({ path }) => path === link))).toEqual([]);
  expect(listed.length).toBe(menuOf(index).flatMap(({ items }) => items).length - 1);
  expect(listed).not.toContain("at-a-glance.md");
});

it("llms.txt contains the programs and facts of the page at a glance, without headings", () => {
  const before = llmsIndex(index, "About it.", repository, glance).split(/^## /m)[0] ?? "";
  const paragraphs = glance.split("\n\n").filter((paragraph) => !/^#|^<!--|\]\(/.test(paragraph));
  expect(paragraphs.length).toBeGreaterThan(40);
  expect(paragraphs.filter((paragraph) => !before.includes(paragraph.trim()))).toEqual([]);
  expect(before.match(/^#+ /gm)).toEqual(["# "]);
});

it("llms-full.txt contains every page, without images, markers of generated parts or links to the sources", () => {
  const text = llmsFull(docs, repository);
  for (const page of docs) expect(text).toContain(`# ${titleOf(page.text)}\n`);
  expect(text).not.toMatch(
    /^<!-- (?:g|G)enerated|^!\[|^## Next$|\]\(https:\S+\/src\/|\]\((?:\.\.\/)+(?:src|examples|CONTRIBUTING)/m,
  );
});

it("in a folder with all pages in one file, llms.txt names the line on which each page begins", () => {
  const full = llmsFull(
    docs.filter(({ path }) => isForModels(path)),
    repository,
  );
  const lines = full.split("\n");
  const text = llmsIndexOfLines(llmsIndex(index, "About it.", repository, glance), full, repository);
  const found = [...text.matchAll(/^- \[([^\]]+)\]\(llms-full\.txt#L(\d+)\)/gm)];
  expect(found.length).toBeGreaterThan(40);
  for (const [, , line] of found) expect(lines[Number(line) + 1]).toMatch(/^# /);
  expect(text).not.toMatch(/\]\((?!llms-full\.txt#L|https:)/);
});

it.each([
  ["start.md", "", "zh/", "/zh/start"],
  ["modes/index.md", "", "zh/", "/zh/modes/"],
  ["index.md", "", "zh/", "/zh/"],
  ["guides/budgets.md", "", "zh/", "/zh/"],
  ["zh/start.md", "zh/", "", "/start"],
  ["zh/index.md", "zh/", "", "/"],
])("the translation of %s from the folder “%s” to “%s” is at %s", (path, from, to, address) => {
  expect(translationOf(path, ["index.md", "modes/index.md", "start.md"], from, to)).toBe(address);
});
