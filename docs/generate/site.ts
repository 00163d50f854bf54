/** What the site and GitHub must agree on: addresses of headings, and the order of the pages. */

/** The anchor of a heading, as GitHub makes it. */
export const slug = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
    .replaceAll(" ", "-");

interface Link {
  readonly text: string;
  readonly link: string;
}

interface Group {
  readonly text: string;
  readonly items: readonly Link[];
}

/** The page that a folder opens with is `README.md` on GitHub and `index.md` on the site. */
const address = (folder: string, target: string) =>
  `${folder}${target.replace(/\.md(?=#|$)/, "").replace(/(^|\/)README(?=#|$)/, "$1")}`;

/** A page of the menu: in a list or table it is the first link of its line. */
const pageLink = /^(?:- |\d+\. |\| )\[([^\]]+)\]\((?!https?:|\.\.\/)([^)]+)\)/gm;

/**
 * The menu, from a list of pages: the same one that a reader of GitHub sees. Groups are the headings, and within one the phrases
 * in bold that stand alone.
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

/** The list of pages for language models: https://llmstxt.org. The site serves each page as Markdown under its path. */
export function llmsIndex(index: string, description: string): string {
  const lines = index
    .split("\n")
    .filter((line) => /^(?:## |- \[|\| \[)/.test(line))
    .map((line) =>
      line
        .replace(/^\| (\[[^|]*?) \| (.*?) \|$/, "- $1: $2")
        .replace(/\]\((?!https?:|\.\.\/)([^)#]+)(?:#[^)]*)?\)/g, "](/$1)")
        .replace(/^## /, "\n## "),
    );
  return [`# Rostrum\n\n> ${description}`, ...lines].join("\n");
}

/** All pages in one text, each under its path. Images and marks of what is generated say nothing to a language model. */
export const llmsFull = (pages: readonly { readonly path: string; readonly text: string }[]): string =>
  pages
    .map(({ path, text }) => {
      const plain = text.replace(/^<!--.*-->\n/gm, "").replace(/^!\[.*\]\(.*\)\n/gm, "");
      return `<!-- ${path} -->\n\n${plain.trim()}\n`;
    })
    .join("\n---\n\n");
