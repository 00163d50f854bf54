/**
 * Builds the site's menu from the table of contents that GitHub shows too, and creates anchors by GitHub's rule, so
 * that links work in both places. Generates the texts for language models.
 */
import { posix } from "node:path";

/** The anchor that GitHub generates for a heading. */
export const slug = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
    .replaceAll(" ", "-");

export interface Page {
  /** Relative to the documentation's folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

interface Link {
  readonly text: string;
  readonly link: string;
}

interface Group {
  readonly text: string;
  readonly items: readonly Link[];
}

/** Addresses have no `.md`, and the address of a folder's `README.md` is the folder. */
const address = (folder: string, target: string) =>
  `${folder}${target.replace(/\.md(?=#|$)/, "").replace(/(^|\/)README(?=#|$)/, "$1")}`;

/**
 * Matches a link that starts a list item or a table row and leads to a page in the same folder or below. Each match
 * becomes an entry in the menu.
 */
const pageLink = /^(?:- |\d+\. |\| )\[([^\]]+)\]\((?!https?:|\.\.\/)([^)]+)\)/gm;

/**
 * `index` is the text of the documentation's table of contents (`README.md`). Each second-level heading, and each bold
 * phrase on a line of its own, starts a group if links to pages follow it.
 */
export function menuOf(index: string, folder = "/"): Group[] {
  return index.split(/^(?=## |\*\*[^*]+\*\*$)/m).flatMap((section) => {
    const [, text = ""] = /^(?:## |\*\*)([^*\n]+)/.exec(section) ?? [];
    const items = [...section.matchAll(pageLink)].map(([, name = "", target = ""]) => ({
      text: name,
      link: address(folder, target),
    }));
    return text && items.length > 0 ? [{ text, items }] : [];
  });
}

/** Links to files outside `docs` lead to GitHub. */
export function siteLink(href: string, page: string, repository: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const target = posix.normalize(posix.join(posix.dirname(page), path));
  return target.startsWith("../") ? `${repository}/blob/main/${target.slice(3)}${anchor ? `#${anchor}` : ""}` : href;
}

export const isForModels = (path: string): boolean =>
  !/^(?:zh|reference\/api|decisions)\/|^(?:at-a-glance|comparison|gallery|measured|reference\/README)\.md$/.test(path);

/**
 * The query that sets the language of a recording or the playground in links on `page`. Empty on English pages: people
 * may read them only for lack of a translation, so the reader's own choice or the browser's language applies.
 */
export const languageQuery = (page: string): string => (page.startsWith("zh/") ? "?language=zh" : "");

/** API pages are left out of the site's search, because the reference lists the same exports. */
export const isSearched = (path: string): boolean => !path.startsWith("reference/api/");

/**
 * The weight of a page in the site's search. Runs in the reader's browser, so the function must not use anything
 * outside itself.
 */
export const boostDocument = (address: string): number =>
  /\/(?:reference|decisions|measured|at-a-glance)/.test(address) ? 0.3 : 1;

/** Leaves out images and the markers of generated parts. Links to files outside `docs` lead to GitHub. */
export const plainPage = ({ path, text }: Page, repository: string): string =>
  `${text
    .replace(/^<!--.*-->\n/gm, "")
    .replace(/^!\[.*\]\(.*\)\n+/gm, "")
    .replace(/\]\(([^)\s]+)\)/g, (_link, href) => `](${siteLink(href, path, repository)})`)
    .trim()}\n`;

/** The last section, “Next”, only links to other pages. */
const withoutNext = ({ path, text }: Page): Page => ({ path, text: text.replace(/^## Next\n[\s\S]*/m, "") });

/**
 * The text of `llms.txt` (https://llmstxt.org): the page `at-a-glance.md`, and the other entries of the table of
 * contents, `index`. Links to pages are relative to the site's root.
 * @param glance - The text of `at-a-glance.md`. Its headings become bold lines, because in `llms.txt`, each heading
 * begins a list of pages.
 */
export function llmsIndex(index: string, description: string, repository: string, glance: string): string {
  const page = plainPage(withoutNext({ path: "at-a-glance.md", text: glance }), repository)
    .replace(/^# .*\n+/, "")
    .replace(/^## (.*)$/gm, "**$1**");
  const lines = index
    .split("\n")
    .filter((line) => /^(?:## |- \[|\| \[)/.test(line) && !line.includes("(at-a-glance.md)"))
    .map((line) =>
      line
        .replace(/^\| (\[[^|]*?) \| (.*?) \|$/, "- $1: $2")
        .replace(/\]\(([^)]+)\)/g, (_link, href) => `](${siteLink(href, "README.md", repository)})`)
        .replace(/^## /, "\n## "),
    );
  return `${[`# Rostrum\n\n> ${description}\n\n${page}`.trimEnd(), ...lines].join("\n")}\n`;
}

const linksToSources = /\[([^\]\n]*)\]\(https:[^)\s]*\/blob\/main\/src\/[^)\s]*\)/g;

/** Each page comes after its path. Leaves out links to source files, because the package contains the types. */
export const llmsFull = (pages: readonly Page[], repository: string): string =>
  pages
    .map((page) => `<!-- ${page.path} -->\n\n${plainPage(withoutNext(page), repository)}`)
    .join("\n---\n\n")
    .replace(linksToSources, "$1");

/**
 * Each link leads to the line of `llms-full.txt` on which its page begins or, if that file does not contain the page,
 * to GitHub.
 */
export function llmsIndexOfLines(index: string, full: string, repository: string): string {
  const lines = full.split("\n");
  return index.replace(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g, (_link, path) => {
    const line = lines.indexOf(`<!-- ${path} -->`) + 1;
    return line > 0 ? `](llms-full.txt#L${line})` : `](${repository}/blob/main/docs/${path})`;
  });
}
