/**
 * The package contains the documentation in `llms-full.txt` and `llms.txt`. A clone contains the pages themselves,
 * which may have changed since the last build.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { packageRoot } from "../../package-files.js";
import type { DocumentationPage } from "./search-pages.js";

type PageReader = (path: string) => Promise<string | undefined>;

/** A comment with the page's path precedes each page, and a line `---` separates the pages. */
export function splitPages(text: string): ReadonlyMap<string, string> {
  const [, ...parts] = text.split(/^<!-- (\S+\.md) -->\n\n/m);
  const paths = parts.filter((_part, index) => index % 2 === 0);
  return new Map(paths.map((path, index) => [path, (parts[2 * index + 1] ?? "").replace(/\n---\n\n$/, "")]));
}

/** Returns the text of `at-a-glance.md` from the start of `llms.txt`, where `llmsIndex` has made its headings bold. */
const glanceIn = (index: string): string => (index.split(/^## /m)[0] ?? "").replace(/^\*\*([^*\n]+)\*\*$/gm, "## $1");

async function readPage(file: URL): Promise<string | undefined> {
  try {
    return (await readFile(file, "utf8")).replace(/^<!--.*-->\n/gm, "").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function pageReader(root: URL): Promise<PageReader> {
  const folder = new URL("docs/", root);
  if (existsSync(folder)) return (path) => readPage(new URL(path, folder));
  const [full, index] = await Promise.all(
    ["llms-full.txt", "llms.txt"].map((name) => readFile(new URL(`dist/${name}`, root), "utf8")),
  );
  const pages = new Map([...splitPages(full ?? ""), ["at-a-glance.md", glanceIn(index ?? "")]]);
  return async (path) => pages.get(path);
}

/** An entry is a list item or a table row that starts with a link to a page. */
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

/**
 * Returns the pages that the lists and tables in the documentation's `README.md` link to, in the same order.
 *
 * @param root - The folder of the clone or of the installed package.
 */
export async function readDocumentation(root: URL = packageRoot): Promise<readonly DocumentationPage[]> {
  const read = await pageReader(root);
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
