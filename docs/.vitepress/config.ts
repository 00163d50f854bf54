/** `npm run docs` serves the documentation site and rebuilds it on changes; `npm run docs:build` builds it. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type DefaultTheme, defineConfigWithTheme } from "vitepress";
import { linkPlayground } from "../generate/playground-links.js";
import { linkRecordings } from "../generate/recording-links.js";
import {
  boostDocument,
  isForModels,
  isSearched,
  llmsFull,
  llmsIndex,
  menuOf,
  plainPage,
  siteLink,
  slug,
} from "../generate/site.js";

const folder = fileURLToPath(new URL("../", import.meta.url));
const read = (path: string) => readFileSync(`${folder}${path}`, "utf8");
const { repository, description } = JSON.parse(read("../package.json")) as {
  readonly repository: { readonly url: string };
  readonly description: string;
};
const source = repository.url.replace(/^git\+|\.git$/g, "");

const apiPages = new Map(
  globSync("reference/api/**/*.md", { cwd: folder }).map((path) => [
    path.replace(/^reference\/api\/(.*)\/[^/]+\/(\w+)\.md$/, "$1 $2"),
    path.replace(/^reference\//, ""),
  ]),
);

/** A link to a folder's `README.md` leads to `index.md`, the name under which the site publishes that page. */
const linkOf = (href: string, page: string) => {
  const link = siteLink(href, page, source);
  return link === href ? href.replace(/(?<=^|\/)README\.md(?=#|$)/, "index.md") : link;
};

const sidebarOf = (index: string, prefix: string) =>
  menuOf(read(index), prefix).map(({ text, items }) => ({ text, items: [...items] }));

const pages = globSync("**/*.md", { cwd: folder })
  .sort()
  .map((path) => ({ path, text: read(path) }));

const base = (process.env["DOCS_BASE"] ?? "/") as `/${string}/`;

export default defineConfigWithTheme<DefaultTheme.Config & { translated?: readonly string[] }>({
  title: "Rostrum",
  description,
  cleanUrls: true,
  head: [["link", { rel: "icon", href: `data:image/svg+xml,${encodeURIComponent(read("../stage/icon.svg"))}` }]],
  base,
  rewrites: (id) => id.replace(/README\.md$/, "index.md"),
  vite: {
    resolve: {
      alias: [
        { find: /^\.\.\/composables\/langs$/, replacement: fileURLToPath(new URL("theme/langs.ts", import.meta.url)) },
      ],
    },
  },
  markdown: {
    anchor: { slugify: slug },
    config(markdown) {
      linkPlayground(markdown, base);
      linkRecordings(markdown, base);
      // The style sheet turns rows into cards on phones, so each cell needs the heading of its column.
      markdown.core.ruler.push("cell-labels", ({ tokens }) => {
        let headings: string[] = [];
        let column = 0;
        for (const [index, token] of tokens.entries()) {
          if (token.type === "thead_open") headings = [];
          if (token.type === "tr_open") column = 0;
          if (token.type === "th_open") headings.push(tokens[index + 1]?.content ?? "");
          if (token.type !== "td_open") continue;
          token.attrSet("data-label", headings[column] ?? "");
          column += 1;
        }
      });
      markdown.core.ruler.push("site-links", ({ tokens, env }) => {
        const page = String(env.relativePath).replace(/index\.md$/, "README.md");
        let entry = "";
        for (const { type, content, children } of tokens) {
          if (type === "inline" && /^rostrum\S*$/.test(content)) entry = content;
          for (const [index, token] of (children ?? []).entries()) {
            if (token.type !== "link_open") continue;
            const api = apiPages.get(`${entry} ${children?.[index + 1]?.content}`);
            const isApi = page === "reference/README.md" && api !== undefined;
            token.attrSet("href", isApi ? api : linkOf(token.attrGet("href") ?? "", page));
          }
        }
      });
    },
  },
  /** API pages and decisions are not in the menu, so they link back to their index. */
  transformPageData({ relativePath, frontmatter }) {
    const isApi = relativePath.startsWith("reference/api/");
    if (!isApi && !/^decisions\/\d/.test(relativePath)) return;
    const prev = isApi ? { text: "API", link: "/reference/#api" } : { text: "Decisions", link: "/decisions/" };
    Object.assign(frontmatter, { prev, next: false });
  },
  /** Adds the files for language models, and each page as Markdown, which the button on the page copies. */
  buildEnd({ outDir }) {
    const forModels = pages.filter(({ path }) => isForModels(path));
    writeFileSync(`${outDir}/llms.txt`, llmsIndex(read("README.md"), description, source, read("at-a-glance.md")));
    writeFileSync(`${outDir}/llms-full.txt`, llmsFull(forModels, source));
    for (const page of pages) {
      mkdirSync(dirname(`${outDir}/${page.path}`), { recursive: true });
      writeFileSync(`${outDir}/${page.path}`, plainPage(page, source));
    }
  },
  themeConfig: {
    outline: [2, 3],
    translated: pages.flatMap(({ path }) =>
      path.startsWith("zh/") ? path.slice(3).replace(/README\.md$/, "index.md") : [],
    ),
    search: {
      provider: "local",
      options: {
        _render: (text, env, markdown) => (isSearched(env.relativePath) ? markdown.render(text, env) : ""),
        miniSearch: { searchOptions: { boostDocument } },
        locales: {
          zh: {
            translations: {
              button: { buttonText: "搜索", buttonAriaLabel: "搜索" },
              modal: {
                noResultsText: "没有找到：",
                resetButtonTitle: "清除",
                footer: { selectText: "打开", navigateText: "移动", closeText: "关闭" },
              },
            },
          },
        },
      },
    },
    socialLinks: [{ icon: "github", link: source }],
    nav: [
      { text: "Start", link: "/start" },
      { text: "Modes", link: "/modes/" },
      { text: "Guides", link: "/#guides" },
      { text: "Reference", link: "/reference/" },
      { text: "Gallery", link: "/gallery" },
      { text: "Playground", link: "/playground/", target: "_self" },
    ],
    sidebar: sidebarOf("README.md", "/"),
  },
  locales: {
    root: { label: "English", lang: "en" },
    zh: {
      label: "简体中文",
      lang: "zh-CN",
      themeConfig: {
        nav: [
          { text: "快速开始", link: "/zh/start" },
          { text: "模式", link: "/zh/modes/" },
          { text: "指南（英文）", link: "/#guides" },
          { text: "参考（英文）", link: "/reference/" },
          { text: "对话集锦", link: "/zh/gallery" },
          { text: "试玩", link: "/playground/?language=zh", target: "_self" },
        ],
        sidebar: sidebarOf("zh/README.md", "/zh/"),
        outline: { level: [2, 3], label: "本页内容" },
        docFooter: { prev: "上一页", next: "下一页" },
        sidebarMenuLabel: "菜单",
        returnToTopLabel: "回到顶部",
        darkModeSwitchLabel: "外观",
        langMenuLabel: "语言",
      },
    },
  },
});
