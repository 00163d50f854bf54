/**
 * Reads the documentation: in the package from `llms-full.txt`, which contains all pages, and in a clone from the pages
 * themselves, which may have changed since the last build.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { packageRoot } from "../../package-files.js";
import type { DocumentationPage } from "./search-pages.js";

/** Returns the text of a page; undefined if the documentation has no such page. */
type PageReader = (path: string) => Promise<string | undefined>;

/**
 * Splits the text with all pages. A comment with the page's path precedes each page, and a line separates the pages.
 */
export function splitPages(text: string): ReadonlyMap<string, string> {
  const [, ...parts] = text.split(/^<!-- (\S+\.md) -->\n\n/m);
  const paths = parts.filter((_part, index) => index % 2 === 0);
  return new Map(paths.map((path, index) => [path, (parts[2 * index + 1] ?? "").replace(/\n---\n\n$/, "")]));
}

async function pageReader(): Promise<PageReader> {
  const folder = new URL("docs/", packageRoot);
  if (existsSync(folder)) {
    const generatedMarks = /^<!--.*-->\n/gm;
    return async (path) => (await readFile(new URL(path, folder), "utf8")).replace(generatedMarks, "").trim();
  }
  const pages = splitPages(await readFile(new URL("dist/llms-full.txt", packageRoot), "utf8"));
  return async (path) => pages.get(path);
}

/** Reads an entry in the list of pages: a line or a table row that starts with a link to a page. */
function readEntry(line: string): { readonly path: string; readonly about: string } | undefined {
  const [, name, target = "", rest = ""] = /^(?:- |\| )\[([^\]]+)\]\(([^)]+)\)(.*)$/.exec(line) ?? [];
  const [path = ""] = target.split("#");
  if (!path.endsWith(".md") || /^(?:https?:|\.\.\/)/.test(path)) return undefined;
  const description = rest
    .replace(/^(?::| \|)/, "")
    .replace(/ \|$/, "")
    .trim();
  return { path, about: description ? `${name}: ${description}` : `${name}` };
}

/** Returns the pages that the list of pages names, in the order of the list. */
export async function readDocumentation(): Promise<readonly DocumentationPage[]> {
  const read = await pageReader();
  const summaries = new Map<string, string>();
  for (const line of ((await read("README.md")) ?? "").split("\n")) {
    const entry = readEntry(line);
    if (entry) summaries.set(entry.path, [summaries.get(entry.path), entry.about].filter(Boolean).join("; "));
  }
  const pages = [...summaries].map(async ([path, summary]) => {
    const text = await read(path);
    const title = /^# (.+)$/m.exec(text ?? "")?.[1] ?? path;
    return text === undefined ? [] : [{ path, title, summary, text }];
  });
  return (await Promise.all(pages)).flat();
}
