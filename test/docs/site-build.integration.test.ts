import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, posix, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import MiniSearch, { type SearchResult } from "minisearch";
import { scenarioIn } from "../../docs/generate/playground-links.js";
import { boostDocument } from "../../docs/generate/site.js";
import { root, tool } from "../package/pack.js";
import { pages } from "./pages.js";

const folder = join(root, ".rostrum/site");
const site = join(folder, "docs/.vitepress/dist");
const apiPage = "reference/api/index/interfaces/Budget.md";

const recordings = readdirSync(join(root, "docs/recordings"))
  .map((file) => file.replace(/\.json$/, ""))
  .sort();

let files: readonly string[];

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  const isSource = (path: string) =>
    !/\.vitepress\/(?:dist|cache)|reference\/api|docs\/public/.test(path.slice(root.length));
  for (const path of ["docs", "scenarios", "package.json", "src/base/is-record.ts", "stage/icon.svg"]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(root, path), join(folder, path), { recursive: true, filter: isSource });
  }
  await mkdir(dirname(join(folder, "docs", apiPage)), { recursive: true });
  await writeFile(join(folder, "docs", apiPage), "# Budget\n\nThe budget of a run, for a budget.\n");
  // `npm run docs:build` builds the playground first.
  await mkdir(join(folder, "docs/public/playground"), { recursive: true });
  await writeFile(join(folder, "docs/public/playground/index.html"), "<!doctype html>");
  await cp(join(root, "docs/recordings"), join(folder, "docs/public/recordings"), { recursive: true });
  for (const name of recordings)
    await writeFile(join(folder, `docs/public/recordings/${name}.html`), "<!doctype html>");
  const { ok, output } = await tool("vitepress/bin/vitepress.js", ["build", "docs"], folder);
  if (!ok) throw new Error(`the build failed:\n${output}`);
  files = (await readdir(site, { recursive: true })).map((path) => path.split(sep).join("/"));
}, 300_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (path: string) => readFile(join(site, path), "utf8");
const withEnding = (ending: string) => files.filter((path) => path.endsWith(ending));

/** A page's address has no extension; a folder's address leads to its index. */
const hasTarget = (address: string) => {
  const path = decodeURI(address)
    .replace(/[#?].*$/, "")
    .replace(/^\//, "");
  return [path, `${path}.html`, posix.join(path, "index.html")].some(
    (file) => /\.\w+$/.test(file) && files.includes(file),
  );
};

it("every internal link of every page has a target, including those of the language menu", async () => {
  const html = withEnding(".html");
  expect(html.length).toBeGreaterThan(60);
  const dead = [];
  for (const path of html)
    for (const [, address = ""] of (await read(path)).matchAll(/<a [^>]*?href="([^"#][^"]*)"/g))
      if (!/^[a-z]+:/.test(address) && !hasTarget(posix.resolve("/", posix.dirname(path), address)))
        dead.push([path, address]);
  expect(dead).toEqual([]);
});

it.each([
  ["guides/budgets.html", "/zh/"],
  ["reference/errors.html", "/zh/"],
  ["modes/bidding.html", "/zh/modes/bidding"],
  ["modes/index.html", "/zh/modes/"],
  ["zh/modes/bidding.html", "/modes/bidding"],
  ["zh/index.html", "/"],
])("the language menu of %s leads to %s", async (path, address) => {
  const [, menu = ""] = /VPNavBarTranslations(.*?)<\/ul>|VPNavBarTranslations([\s\S]*)/.exec(await read(path)) ?? [];
  expect(menu.slice(0, 3000)).toContain(`href="${address}"`);
});

describe("the playground", () => {
  async function scenariosOn(path: string): Promise<readonly string[]> {
    const links = (await read(path)).matchAll(/href="\/playground\/(\S*)#\/shared\/([\w-]+)" target="_self">([^<]+)</g);
    return [...links].map(([, language, packed = "", label]) => {
      const expected = path.startsWith("zh/") ? ["?language=zh", "在试玩页中打开"] : ["", "Open in the playground"];
      expect([language, label]).toEqual(expected);
      return JSON.parse(String(inflateRawSync(Buffer.from(packed, "base64url")))).yaml;
    });
  }

  it("is linked after every YAML block that is a scenario, and after every link to a shipped scenario", async () => {
    let count = 0;
    for (const { path, text } of pages.filter(({ path }) => path.startsWith("docs/"))) {
      const blocks = [...text.matchAll(/^( *)```ya?ml\n([\s\S]*?)^ *```$/gm)].map(([, indent = "", yaml = ""]) =>
        yaml.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
      );
      const files = [...text.matchAll(/\]\([./]*(scenarios\/[\w-]+\.yaml)\)/g)].map(([, file = ""]) =>
        readFileSync(join(root, file), "utf8"),
      );
      const expected = [...files, ...blocks.flatMap((yaml) => scenarioIn(yaml) ?? [])].sort();
      const page = path
        .slice("docs/".length)
        .replace(/README\.md$/, "index.md")
        .replace(/md$/, "html");
      expect([page, [...(await scenariosOn(page))].sort()]).toEqual([page, expected]);
      count += expected.length;
    }
    expect(count).toBeGreaterThan(7);
  });

  it("is not linked from YAML that belongs to other programs", () => {
    expect(scenarioIn("services:\n  app:\n    image: rostrum\n")).toBeNull();
    expect(scenarioIn("topic: [unclosed")).toBeNull();
    expect(scenarioIn("group: { rounds: 2 }\n")).toBeNull();
    expect(scenarioIn("selection: { rule: lottery }\n")).toBe("mode: bidding\nselection: { rule: lottery }\n");
  });
});

it.each([
  ["gallery.html", ""],
  ["zh/gallery.html", "?language=zh"],
])("%s links to each recording, at its beginning and at the turn to watch", async (page, language) => {
  const links = [...(await read(page)).matchAll(/href="\/recordings\/([\w-]+)\.html([^"#]*)([^"]*)" target="_self"/g)];
  const places = recordings.flatMap((name) => [
    [name, language, expect.stringMatching(/^$/)],
    [name, language, expect.stringMatching(/^#\/turn\/\d+$/)],
  ]);
  expect(recordings.length).toBe(10);
  expect(links.map(([, ...parts]) => parts).sort(([left = ""], [right = ""]) => left.localeCompare(right))).toEqual(
    places,
  );
});

describe("the search", () => {
  async function find(words: string): Promise<readonly SearchResult[]> {
    const [chunk = ""] = files.filter((path) => /@localSearchIndexroot\.\S+\.js$/.test(path));
    const { default: index } = await import(pathToFileURL(join(site, chunk)).href);
    return MiniSearch.loadJSON(index, {
      fields: ["title", "titles", "text"],
      storeFields: ["title", "titles"],
      searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 }, boostDocument },
    }).search(words);
  }

  const pageOf = (found: SearchResult | undefined) => String(found?.id).replace(/#.*/, "");

  it.each([
    ["budget", "/guides/budgets"],
    ["people", "/guides/people"],
    ["tools", "/guides/tools-and-agents"],
    ["workers", "/guides/workers"],
    ["testing", "/guides/testing"],
    ["React", "/guides/web-apps"],
    ["batch", "/guides/many-at-once"],
    ["different models", "/guides/models"],
    ["person", "/guides/people"],
    ["human", "/guides/people"],
    ["custom rule", "/guides/own-rules"],
    ["own graph", "/guides/embedding"],
    ["subgraph", "/guides/embedding"],
    ["tool calling", "/guides/tools-and-agents"],
    ["how often", "/guides/who-spoke"],
    ["many at once", "/guides/many-at-once"],
    ["React app", "/guides/web-apps"],
    ["deploy", "/guides/deploying"],
    ["secret", "/guides/privacy"],
    ["Anthropic", "/guides/models"],
    ["Gemini", "/guides/models"],
    ["Ollama", "/guides/models"],
  ])("finds, for “%s”, %s first", async (words, page) => {
    const [first] = await find(words);
    expect(pageOf(first)).toBe(page);
  });

  it.each(["compare", "AutoGen", "supervisor"])(
    "finds, for “%s”, the comparison in the first five pages",
    async (words) => {
      const found = [...new Set((await find(words)).map(pageOf))];
      expect(found.slice(0, 5)).toContain("/comparison");
    },
  );

  it("finds no API pages", async () => {
    const found = await find("budget");
    expect(existsSync(join(site, apiPage.replace(/md$/, "html")))).toBe(true);
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter(({ id }) => String(id).includes("/api/"))).toEqual([]);
  });
});

describe("for programs,", () => {
  it("the site has every page as Markdown, and a button to copy it", async () => {
    for (const { path } of pages.filter(({ path }) => path.startsWith("docs/"))) {
      const page = path.slice("docs/".length);
      expect(withEnding(".md")).toContain(page);
      const html = await read(page.replace(/README\.md$/, "index.md").replace(/md$/, "html"));
      expect(html).toContain(page.startsWith("zh/") ? "复制为 Markdown" : "Copy as Markdown");
    }
  });

  it("every internal link of llms.txt and of the Markdown pages has a target", async () => {
    const dead = [];
    for (const path of ["llms.txt", ...withEnding(".md").filter((path) => path !== apiPage)])
      for (const [, address = ""] of withoutCode(await read(path)).matchAll(/\]\(([^)\s]+)\)/g))
        if (!/^(?:[a-z]+:|#)/.test(address) && !hasTarget(posix.join("/", posix.dirname(path), address)))
          dead.push([path, address]);
    expect(dead).toEqual([]);
    expect((await read("llms.txt")).match(/^- \[/gm)?.length).toBeGreaterThan(40);
  });
});

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");
