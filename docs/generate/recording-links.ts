/** Makes the site's links to recordings lead to the pages that play them. */
import type { MarkdownRenderer } from "vitepress";
import { languageQuery } from "./site.js";

interface Link {
  readonly href: string;
  readonly text: string;
}

/**
 * Returns the address, relative to the site, of the page that plays a recording. A link whose text contains a number
 * opens the turn with this number. Returns null for links to anything but a recording, such as
 * `recordings/teahouse.json`.
 *
 * @param page - The path of the page with the link, relative to the documentation's folder.
 */
export function recordingAddress({ href, text }: Link, page: string): string | null {
  const [, name] = /(?:^|\/)recordings\/([\w-]+)\.json$/.exec(href) ?? [];
  if (name === undefined) return null;
  const [turn] = /\d+/.exec(text) ?? [];
  return `recordings/${name}.html${languageQuery(page)}${turn === undefined ? "" : `#/turn/${turn}`}`;
}

/** @param base - The address of the site, which ends with a slash. */
export function linkRecordings(markdown: MarkdownRenderer, base: string): void {
  markdown.core.ruler.push("recording-links", ({ tokens, env }) => {
    for (const { children } of tokens)
      for (const [index, token] of (children ?? []).entries()) {
        const link = { href: token.attrGet("href") ?? "", text: children?.[index + 1]?.content ?? "" };
        const address = recordingAddress(link, String(env.relativePath));
        if (address === null) continue;
        token.attrSet("href", base + address);
        // VitePress must not handle these links, because recordings are not among its pages.
        token.attrSet("target", "_self");
      }
  });
}
