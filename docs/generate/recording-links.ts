/** Makes the site's links to recordings lead to the pages that play them. */
import type { MarkdownRenderer } from "vitepress";
import { languageQuery } from "./site.js";

/**
 * The address, relative to the site, of the page that plays a recording. Null for links to anything but a recording.
 * @param page - The path of the page with the link, relative to the documentation's folder.
 */
export function recordingAddress(href: string, page: string): string | null {
  const [, name, fragment = ""] = /(?:^|\/)recordings\/([\w-]+)\.json(#.*)?$/.exec(href) ?? [];
  return name === undefined ? null : `recordings/${name}.html${languageQuery(page)}${fragment}`;
}

/** @param base - The address of the site, which ends with a slash. */
export function linkRecordings(markdown: MarkdownRenderer, base: string): void {
  markdown.core.ruler.push("recording-links", ({ tokens, env }) => {
    for (const { children } of tokens)
      for (const token of children ?? []) {
        const address = recordingAddress(token.attrGet("href") ?? "", String(env.relativePath));
        if (address === null) continue;
        token.attrSet("href", base + address);
        // VitePress must not handle these links, because recordings are not among its pages.
        token.attrSet("target", "_self");
      }
  });
}
