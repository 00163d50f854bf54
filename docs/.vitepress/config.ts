/** The site of the documentation: `npm run docs` to watch, `npm run docs:build` to build. The pages are plain Markdown. */
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { menuOf, slug } from "../generate/site.js";

const folder = fileURLToPath(new URL("../", import.meta.url));
const read = (path: string) => readFileSync(`${folder}${path}`, "utf8");
const { repository, description } = JSON.parse(read("../package.json")) as {
  readonly repository: { readonly url: string };
  readonly description: string;
};
const source = repository.url.replace(/^git\+|\.git$/g, "");

/** Links to files outside `docs` lead to GitHub; a folder's README is its index here. */
function siteLink(href: string, page: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const target = posix.normalize(posix.join(posix.dirname(page), path));
  if (target.startsWith("../")) return `${source}/blob/main/${target.slice(3)}${anchor ? `#${anchor}` : ""}`;
  return href.replace(/README\.md(?=#|$)/, "index.md");
}

export default defineConfig({
  title: "Rostrum",
  description,
  lang: "en",
  cleanUrls: true,
  srcExclude: ["generate/**"],
  rewrites: (id) => id.replace(/README\.md$/, "index.md"),
  markdown: {
    anchor: { slugify: slug },
    config(markdown) {
      markdown.core.ruler.push("site-links", ({ tokens, env }) => {
        for (const { children } of tokens)
          for (const token of children ?? [])
            if (token.type === "link_open") {
              const page = String(env.relativePath).replace(/index\.md$/, "README.md");
              token.attrSet("href", siteLink(token.attrGet("href") ?? "", page));
            }
      });
    },
  },
  themeConfig: {
    outline: [2, 3],
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: source }],
    nav: [
      { text: "Start", link: "/start" },
      { text: "Modes", link: "/modes/" },
      { text: "Guides", link: "/#guides" },
      { text: "Reference", link: "/reference/" },
    ],
    sidebar: menuOf(read("README.md")).map((group) => ({ ...group, items: [...group.items] })),
  },
});
