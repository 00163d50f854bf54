import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { writeLanguageModelFiles } from "../../../deploy/language-model-files.js";
import { llmsFull } from "../../../docs/generate/site.js";
import { readDocumentation, splitPages } from "../../../src/apps/cli/mcp/documentation.js";
import { cut, pageLoader } from "../../../src/apps/cli/mcp/documentation-tools.js";
import { type DocumentationPage, PageSearch } from "../../../src/apps/cli/mcp/search-pages.js";
import { pages as written } from "../../docs/pages.js";

let pages: readonly DocumentationPage[];
let search: PageSearch;
let folder: string;
beforeAll(async () => {
  pages = await readDocumentation();
  search = new PageSearch(pages);
  folder = await mkdtemp(join(tmpdir(), "rostrum-docs-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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

it("search finds a section, with the headings above it", () => {
  const [found] = search.find("test with Jest", 1);
  expect(found?.headings).toEqual(["Testing", "Jest"]);
  expect(found?.text).toContain("--experimental-vm-modules");
});

it("search finds nothing for words that no page contains", () => expect(search.find("xyzzy, 你好", 4)).toEqual([]));

it("search returns at most two passages of a page, and no “Next” section, which only links to other pages", () => {
  const found = search.find("conversation", 8);
  expect(found).toHaveLength(8);
  const places = found.map(({ page }) => page.path);
  expect(places.filter((path) => places.filter((other) => other === path).length > 2)).toEqual([]);
  expect(
    pages.flatMap(({ title }) => search.find(title, 8)).filter(({ headings }) => headings.at(-1) === "Next"),
  ).toEqual([]);
});

it("each page is read once, and has a title and a summary", () => {
  const paths = pages.map(({ path }) => path);
  expect(paths).toContain("reference/settings.md");
  expect(new Set(paths).size).toBe(paths.length);
  expect(pages.filter(({ text, summary }) => !text.startsWith("# ") || summary === "")).toEqual([]);
});

it("the file that contains all pages is split back into pages", () => {
  const docs = written
    .filter(({ path }) => /^docs\/guides\//.test(path))
    .map(({ path, text }) => ({ path: path.slice("docs/".length), text }));
  const split = splitPages(llmsFull(docs, "https://example.org/repository"));
  expect([...split.keys()]).toEqual(docs.map(({ path }) => path));
  for (const page of docs)
    expect([...split.values()].filter((text) => text.startsWith(page.text.split("\n")[0] ?? ""))).toHaveLength(1);
  expect([...split.values()].filter((text) => !text.endsWith("\n") || text.endsWith("---\n\n"))).toEqual([]);
});

it("the package contains the pages of a clone, except the comparison, the gallery, the measurements and two indexes", async () => {
  await mkdir(join(folder, "package/dist"), { recursive: true });
  writeLanguageModelFiles(join(folder, "package/dist"));
  const packed = await readDocumentation(pathToFileURL(join(folder, "package/")));
  const leftOut = /^(?:comparison|gallery|measured|(?:decisions|reference)\/README)\.md$/;
  const pathsOf = (found: readonly DocumentationPage[]) =>
    found.map(({ path }) => path).filter((path) => !leftOut.test(path));
  expect(pathsOf(packed)).toEqual(pathsOf(pages));
  const headingsOf = (found: readonly DocumentationPage[]) =>
    found.find(({ path }) => path === "at-a-glance.md")?.text.match(/^## .+$/gm);
  expect(headingsOf(packed)).toEqual(headingsOf(pages)?.filter((heading) => heading !== "## Next"));
});

it("the other pages are read if a page that the list names is missing", async () => {
  await mkdir(join(folder, "clone/docs"), { recursive: true });
  await writeFile(join(folder, "clone/docs/README.md"), "- [Here](here.md)\n- [Gone](gone.md)\n");
  await writeFile(join(folder, "clone/docs/here.md"), "# Here\n");
  const found = await readDocumentation(pathToFileURL(join(folder, "clone/")));
  expect(found.map(({ path }) => path)).toEqual(["here.md"]);
});

it("the pages are read once, and again only if they could not be read", async () => {
  const answers = [() => Promise.reject(new Error("too many open files")), async () => pages];
  const load = pageLoader(() => answers.shift()?.() ?? Promise.reject(new Error("read again")));
  await expect(load()).rejects.toThrow("too many open files");
  expect((await load()).pages).toBe(pages);
  expect((await load()).pages).toBe(pages);
});

it("a long passage is cut at the end of a line, and a long line at the limit", () => {
  const lines = cut(`\`\`\`ts\n${"a line\n".repeat(1000)}`);
  expect(lines).toMatch(/a line\n```\n\n… /);
  expect(lines.length).toBeLessThan(4100);
  expect(cut("x".repeat(9000)).indexOf("\n")).toBe(4000);
});
