/** What agents find in the documentation through the MCP tools `search_docs` and `read_docs`. */
import { beforeAll, expect, it } from "@jest/globals";
import { llmsFull } from "../../../docs/generate/site.js";
import { readDocumentation, splitPages } from "../../../src/apps/cli/mcp/documentation.js";
import { type DocumentationPage, PageSearch } from "../../../src/apps/cli/mcp/search-pages.js";
import { pages as written } from "../../docs/pages.js";

let pages: readonly DocumentationPage[];
let search: PageSearch;
beforeAll(async () => {
  pages = await readDocumentation();
  search = new PageSearch(pages);
});

it.each([
  ["budget of one dollar", "guides/budgets.md"],
  ["person speaks in the terminal", "guides/people.md"],
  ["a rule of my own", "guides/own-rules.md"],
  ["as a node in my graph", "guides/embedding.md"],
  ["tool-calling agent", "guides/tools-and-agents.md"],
  ["who spoke how often", "guides/who-spoke.md"],
  ["many conversations at once", "guides/many-at-once.md"],
  ["React", "guides/web-apps.md"],
  ["deploy", "guides/deploying.md"],
  ["secret in a description", "guides/privacy.md"],
  ["Anthropic Gemini Ollama", "guides/models.md"],
  ["replay a seed", "concepts.md"],
  ["stop condition", "guides/stopping.md"],
  ["different model for each agent", "guides/models.md"],
  ["human in the loop", "guides/people.md"],
  ["why did the conversation end", "concepts.md"],
  ["How do I test it without a key?", "guides/testing.md"],
  ["resume after a crash", "guides/keep-and-fork.md"],
  ["idempotencyKey", "guides/keep-and-fork.md"],
])("the best passage for “%s” is on %s", (query, path) => {
  expect(search.find(query, 4).map(({ page }) => page.path)[0]).toBe(path);
});

it("finds the section, with the headings above it", () => {
  const [found] = search.find("test with Jest", 1);
  expect(found?.headings).toEqual(["Testing", "Jest"]);
  expect(found?.text).toContain("--experimental-vm-modules");
});

it("finds nothing for words that no page contains", () => expect(search.find("xyzzy, 你好", 4)).toEqual([]));

it("returns at most two passages of a page, and no passage that only links to other pages", () => {
  const found = search.find("conversation", 8);
  expect(found).toHaveLength(8);
  const places = found.map(({ page }) => page.path);
  expect(places.filter((path) => places.filter((other) => other === path).length > 2)).toEqual([]);
  expect(
    pages.flatMap(({ title }) => search.find(title, 8)).filter(({ headings }) => headings.at(-1) === "Next"),
  ).toEqual([]);
});

it("reads every page that the list of pages names, once", () => {
  const paths = pages.map(({ path }) => path);
  expect(paths).toContain("reference/settings.md");
  expect(new Set(paths).size).toBe(paths.length);
  expect(pages.filter(({ text, summary }) => !text.startsWith("# ") || summary === "")).toEqual([]);
});

it("splits the package's text with all pages at the pages", () => {
  const docs = written
    .filter(({ path }) => /^docs\/guides\//.test(path))
    .map(({ path, text }) => ({ path: path.slice("docs/".length), text }));
  const split = splitPages(llmsFull(docs, "https://example.org/repository"));
  expect([...split.keys()]).toEqual(docs.map(({ path }) => path));
  for (const page of docs)
    expect([...split.values()].filter((text) => text.startsWith(page.text.split("\n")[0] ?? ""))).toHaveLength(1);
  expect([...split.values()].filter((text) => !text.endsWith("\n") || text.endsWith("---\n\n"))).toEqual([]);
});
