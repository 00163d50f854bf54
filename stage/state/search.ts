import type { Item } from "./record.js";

/** The pattern ignores case. Where `searched` has white space, it also matches line breaks and marks such as `*`. */
export function patternFor(searched: string): RegExp | null {
  const text = searched.trim();
  if (text === "") return null;
  return new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replace(/\s+/gu, "[\\s*_`~]+"), "giu");
}

function textOf(item: Item): string {
  if (item.kind === "opening" || item.kind === "line") return item.text;
  return item.kind === "interjection" ? item.interjection.text : "";
}

export function hitsIn(items: readonly Item[], pattern: RegExp | null): number[] {
  if (!pattern) return [];
  // A global pattern is stateful: it remembers where the last match ended.
  const first = new RegExp(pattern.source, "iu");
  return items.flatMap((item, index) => (first.test(textOf(item)) ? [index] : []));
}
