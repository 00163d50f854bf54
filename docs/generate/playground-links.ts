/** Links scenarios in the documentation to the playground, in which readers can run and change them. */
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import type { MarkdownRenderer } from "vitepress";
import { parse } from "yaml";
import { isRecord } from "../../src/base/is-record.js";
import { languageQuery } from "./site.js";

const labels = { en: "Open in the playground", zh: "在试玩页中打开" };

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

interface ModeSchema {
  readonly if: { readonly properties: { readonly mode: { readonly const: string } } };
  readonly then: { readonly properties: object };
}

const schema = JSON.parse(read("scenarios/scenario.schema.json")) as { readonly allOf: readonly ModeSchema[] };

const fieldsOf = new Map(
  schema.allOf.map(({ if: { properties }, then }) => [properties.mode.const, new Set(Object.keys(then.properties))]),
);

function readFields(yaml: string): readonly string[] {
  try {
    const value: unknown = parse(yaml);
    return isRecord(value) ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

/**
 * Returns the block of YAML as a scenario; null if it is neither a scenario nor a part of one. If the block names no
 * mode, adds the first mode that has all of the block's fields.
 */
export function scenarioIn(yaml: string): string | null {
  const names = readFields(yaml);
  if (names.length === 0) return null;
  const [mode] = [...fieldsOf].find(([, fields]) => names.every((name) => fields.has(name))) ?? [];
  if (mode === undefined) return null;
  return names.includes("mode") ? yaml : `mode: ${mode}\n${yaml}`;
}

/** The playground reads this part of its address with `unpack`. */
export const fragmentOf = (yaml: string): string =>
  `#/shared/${deflateRawSync(JSON.stringify({ yaml })).toString("base64url")}`;

/**
 * Adds a link after each block of YAML that is a scenario or a part of one, and after each link to a scenario file.
 * @param base - The address of the site, which ends with a slash.
 */
export function linkPlayground(markdown: MarkdownRenderer, base: string): void {
  // VitePress must not handle these links, because the playground is not one of its pages.
  const linkTo = (yaml: string, page: string) => {
    const label = page.startsWith("zh/") ? labels.zh : labels.en;
    const address = `${base}playground/${languageQuery(page)}${fragmentOf(yaml)}`;
    return `<a class="open-in-playground" href="${address}" target="_self">${label}</a>`;
  };
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const block = fence?.(tokens, index, options, env, self) ?? "";
    const { info = "", content = "" } = tokens[index] ?? {};
    const scenario = /^ya?ml\b/.test(info) ? scenarioIn(content) : null;
    return scenario === null ? block : `${block}<p>${linkTo(scenario, String(env.relativePath))}</p>\n`;
  };
  markdown.core.ruler.push("scenario-links", ({ tokens, env, Token }) => {
    for (const { children } of tokens)
      for (let index = (children?.length ?? 0) - 1; index >= 0; index -= 1) {
        const [, file] = /(?:^|\/)(scenarios\/[\w-]+\.yaml)$/.exec(children?.[index]?.attrGet("href") ?? "") ?? [];
        if (file === undefined || !children) continue;
        const closing = children.findIndex(({ type }, at) => at > index && type === "link_close");
        const link = new Token("html_inline", "", 0);
        link.content = ` (${linkTo(read(file), String(env.relativePath))})`;
        children.splice(closing + 1, 0, link);
      }
  });
}
