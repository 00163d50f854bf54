/** The site's menu and the texts for language models come from the same pages that GitHub shows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { llmsFull, llmsIndex, menuOf, slug } from "../../docs/generate/site.js";
import { root } from "../package/pack.js";
import { pages } from "./pages.js";

const index = readFileSync(join(root, "docs/README.md"), "utf8");
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

it("the menu contains the first link of each entry in a list of pages, in the groups of the list", () => {
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

it("llms.txt lists every page of the menu with its address", () => {
  const text = llmsIndex(index, "About it.");
  expect(text.startsWith("# Rostrum\n\n> About it.\n\n## ")).toBe(true);
  const listed = [...text.matchAll(/^- \[[^\]]+\]\(\/([^)]+\.md)\)(?:: .+)?$/gm)].map(([, path]) => `docs/${path}`);
  expect(listed.filter((path) => !pages.some((page) => page.path === path))).toEqual([]);
  expect(listed.length).toBe(menuOf(index).flatMap(({ items }) => items).length);
});

it("llms-full.txt contains every page, without images and the markers of generated parts", () => {
  const text = llmsFull(pages);
  for (const page of pages) expect(text).toContain(`# ${titleOf(page.text)}\n`);
  expect(text).not.toMatch(/^<!-- (?:g|G)enerated|^!\[/m);
});
