import { existsSync } from "node:fs";
import { posix } from "node:path";
import { expect, it } from "@jest/globals";
import { menuOf, slug } from "../../docs/generate/site.js";
import { root } from "../package/pack.js";
import { type Page, pages, readme } from "./pages.js";

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "code");

const linksOf = ({ path, text }: Page) =>
  [...withoutCode(text).matchAll(/\]\((?!https?:|mailto:)([^)\s]*)\)/g)].map(([, target = ""]) => {
    const [file = "", anchor] = target.split("#");
    return { file: file === "" ? path : posix.normalize(posix.join(posix.dirname(path), file)), anchor };
  });

const anchorsOf = ({ text }: Page) =>
  [...text.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
    slug(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")),
  );

const byPath = new Map(pages.map((page) => [page.path, page]));

it.each(pages.map((page) => [page.path, page] as const))(
  "every link from %s to a file of the project has a target",
  (_path, page) => {
    const broken = linksOf(page).filter(({ file, anchor }) => {
      if (!existsSync(posix.join(root, file))) return true;
      const target = byPath.get(file);
      // A link to a recording names a turn; see `recordingAddress`.
      if (file.startsWith("docs/recordings/") && /^\/turn\/\d+$/.test(anchor ?? "")) return false;
      return anchor !== undefined && !(target && anchorsOf(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  },
);

it("no page has two headings with the same anchor", () => {
  const twice = pages.flatMap((page) => {
    const anchors = anchorsOf(page);
    return anchors.filter((anchor, index) => anchors.indexOf(anchor) < index).map((anchor) => [page.path, anchor]);
  });
  expect(twice).toEqual([]);
});

it("every page links to another page", () => {
  const ends = pages.filter((page) => !linksOf(page).some(({ file }) => file !== page.path && byPath.has(file)));
  expect(ends.map(({ path }) => path)).toEqual([]);
});

it("no inline code contains the HTML escape `&lt;`", () => {
  const code = pages.flatMap(({ text }) => text.replace(/^```[\s\S]*?^```$/gm, "").match(/`[^`\n]*`/g) ?? []);
  expect(code.filter((span) => span.includes("&lt;"))).toEqual([]);
});

it("every page in docs is in a list of pages, and every group of the site's menu has several pages", () => {
  const listed = ["docs/README.md", "docs/zh/README.md", "docs/decisions/README.md"].flatMap((path) => {
    const page = byPath.get(path);
    return page ? [path, ...linksOf(page).map(({ file }) => file)] : [];
  });
  const missing = pages.filter(({ path }) => path.startsWith("docs/") && !listed.includes(path));
  expect(missing.map(({ path }) => `add a link to ${path} to docs/README.md`)).toEqual([]);
  const groups = menuOf(byPath.get("docs/README.md")?.text ?? "");
  expect(groups.map(({ items }) => items.length > 1)).toEqual(groups.map(() => true));
  expect(groups.length).toBeGreaterThanOrEqual(6);
});

it("pages other than CONTRIBUTING.md name only existing scenarios", () => {
  const named = pages.flatMap(({ path, text }) =>
    path === "CONTRIBUTING.md"
      ? []
      : [...text.matchAll(/(?<![\w/-]|deploy\/)(?:scenarios\/)?([\w-]+\.yaml)\b/g)].map((match) => match[1]),
  );
  expect(named.length).toBeGreaterThan(5);
  const missing = named.filter(
    (name) => name !== "scenario.yaml" && !existsSync(posix.join(root, "scenarios", String(name))),
  );
  expect(missing).toEqual([]);
});

it("the README has at most 1,200 words", () => {
  expect(readme.split(/\s+/).length).toBeLessThanOrEqual(1200);
});
