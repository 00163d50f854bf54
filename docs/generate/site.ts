/**
 * Derives the site's anchors and menu from the pages on GitHub, so that both stay consistent. Generates the texts for
 * language models.
 */

/** Returns a heading's anchor as GitHub generates it. */
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

/** Returns a page's address on the site, without `.md`. The address of a folder's `README.md` is the folder. */
const address = (folder: string, target: string) =>
  `${folder}${target.replace(/\.md(?=#|$)/, "").replace(/(^|\/)README(?=#|$)/, "$1")}`;

/**
 * Matches a link that starts a list item or a table row and leads to a page in this folder or below. Each match becomes
 * an entry in the menu.
 */
const pageLink = /^(?:- |\d+\. |\| )\[([^\]]+)\]\((?!https?:|\.\.\/)([^)]+)\)/gm;

/**
 * Returns the site's menu. `index` is the text of the documentation's table of contents (`README.md`). Each heading,
 * and each bold phrase on a line of its own, starts a group if links to pages follow it.
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

/** Returns the list of pages for language models (https://llmstxt.org). The site serves each page as Markdown. */
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

/** Returns all pages in one text, each after its path, without images and markers of generated regions. */
export const llmsFull = (pages: readonly { readonly path: string; readonly text: string }[]): string =>
  pages
    .map(({ path, text }) => {
      const plain = text.replace(/^<!--.*-->\n/gm, "").replace(/^!\[.*\]\(.*\)\n/gm, "");
      return `<!-- ${path} -->\n\n${plain.trim()}\n`;
    })
    .join("\n---\n\n");
