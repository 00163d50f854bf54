import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod/v4";
import { nearestName } from "../../../core/text/nearest-name.js";
import { readDocumentation } from "./documentation.js";
import { textContent } from "./reading-tools.js";
import { type DocumentationPage, PageSearch } from "./search-pages.js";

/** The maximum length of a passage, in characters. */
const longestPassage = 4000;
const mostPassages = 8;

export function cut(text: string): string {
  if (text.length <= longestPassage) return text;
  const lineEnd = text.lastIndexOf("\n", longestPassage);
  const kept = text.slice(0, lineEnd > 0 ? lineEnd : longestPassage);
  const isInCode = (kept.match(/^```/gm) ?? []).length % 2 === 1;
  return `${kept}${isInCode ? "\n```" : ""}\n\n… To read the rest, call read_docs with the page.`;
}

/** For example, returns `people` for `../people.md#tools`. */
const shortName = (link: string) => {
  const [path = ""] = link.toLowerCase().split("#");
  return (
    path
      .replace(/\.md$/, "")
      .replace(/\/(?:readme)?$/, "")
      .split("/")
      .at(-1) ?? ""
  );
};

function findPage(pages: readonly DocumentationPage[], wanted: string): DocumentationPage {
  const [address] = `/${wanted}`.split("#");
  const found =
    pages.find(({ path }) => address?.endsWith(`/${path}`)) ??
    pages.find(({ title }) => title.toLowerCase() === wanted.toLowerCase()) ??
    pages.find(({ path }) => shortName(path) === shortName(wanted));
  if (found) return found;
  const nearest = nearestName(
    shortName(wanted),
    pages.map(({ path }) => shortName(path)),
  );
  const meant = pages.find(({ path }) => shortName(path) === nearest);
  const advice = meant ? `; did you mean "${meant.path}"?` : ".";
  throw new Error(`no page "${wanted}"${advice} Without \`page\`, read_docs lists the pages.`);
}

/** Returns a function that loads the pages once. If loading fails, the next call of the function tries again. */
export function pageLoader(read: () => Promise<readonly DocumentationPage[]>) {
  let loading: Promise<{ readonly pages: readonly DocumentationPage[]; readonly search: PageSearch }> | undefined;
  return () => {
    loading ??= read().then(
      (pages) => ({ pages, search: new PageSearch(pages) }),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
}

export function registerDocumentationTools(server: McpServer): void {
  const load = pageLoader(readDocumentation);

  server.registerTool(
    "search_docs",
    {
      title: "Search Rostrum's documentation",
      description:
        "Searches the documentation of the installed version of Rostrum, and returns the passages that match best, with their pages and headings. Use it before you write a program or a scenario with Rostrum.",
      inputSchema: {
        query: z.string().trim().min(1).max(400).describe("A few words in English, such as “stop condition”."),
        limit: z.int().min(1).max(mostPassages).default(4).describe("The maximum number of passages."),
      },
      annotations: { readOnlyHint: true },
    },
    async ({ query, limit }) => {
      const { search } = await load();
      const found = search.find(query, limit);
      if (found.length === 0)
        return {
          content: [textContent(`No passage contains a word from “${query}”. The documentation is in English.`)],
        };
      const passages = found.map(({ page, headings, text }) =>
        textContent(`${page.path}: ${headings.join(" › ")}\n\n${cut(text)}`),
      );
      return { content: passages };
    },
  );

  server.registerTool(
    "read_docs",
    {
      title: "Read a page of Rostrum's documentation",
      description:
        "Returns a whole page of the documentation of the installed version of Rostrum, as Markdown; without `page`, the list of pages.",
      inputSchema: {
        page: z
          .string()
          .trim()
          .min(1)
          .max(400)
          .optional()
          .describe("The page's path, as search_docs returns it. Default: the list of pages."),
      },
      annotations: { readOnlyHint: true },
    },
    async ({ page }) => {
      const { pages } = await load();
      if (page !== undefined) return { content: [textContent(findPage(pages, page).text)] };
      return { content: [textContent(pages.map(({ path, summary }) => `- ${path}: ${summary}`).join("\n"))] };
    },
  );
}
