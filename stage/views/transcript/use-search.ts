import { type RefObject, useEffect, useMemo, useState } from "react";
import type { Item } from "../../state/record.js";
import { hitsIn, patternFor } from "../../state/search.js";
import type { Search } from "./tools.js";

/** Matches are marked in the current row, and in this many matching rows before and after it. */
const marked = 40;

/**
 * @param show - Scrolls to the item at an index.
 * @returns The search, and the key of the item with the current match; the key is null if nothing matches.
 */
export function useSearch(
  box: RefObject<HTMLElement | null>,
  items: readonly Item[],
  show: (index: number) => void,
): { readonly search: Search; readonly hit: number | null } {
  const [text, setText] = useState("");
  const [place, setPlace] = useState(0);
  const pattern = useMemo(() => patternFor(text), [text]);
  const hits = useMemo(() => hitsIn(items, pattern), [items, pattern]);
  const at = Math.min(place, Math.max(0, hits.length - 1));
  const go = (next: number, among = hits) => {
    setPlace(next);
    const index = among[next];
    if (index !== undefined) show(index);
  };
  useEffect(() => {
    const near = hits.slice(Math.max(0, at - marked), at + marked + 1);
    const keys = near.flatMap((index) => items[index]?.key ?? []);
    mark(pattern ? rangesIn(box.current, keys, pattern) : []);
  });
  useEffect(() => () => mark([]), []);
  const search: Search = {
    text,
    hits: hits.length,
    at,
    change(next) {
      setText(next);
      go(0, hitsIn(items, patternFor(next)));
    },
    move: (by) => hits.length > 0 && go((at + by + hits.length) % hits.length),
  };
  return { search, hit: items[hits[at] ?? -1]?.key ?? null };
}

/** Uses the browser's highlights, which do not change the elements. Older browsers mark nothing. */
function mark(ranges: readonly Range[]): void {
  if (!("highlights" in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete("found");
  else CSS.highlights.set("found", new Highlight(...ranges));
}

/**
 * Returns the children of the transcript's child elements, which include the rows. A selector would also search inside
 * the rows.
 */
export const rowsIn = (box: HTMLElement | null): HTMLElement[] =>
  [...(box?.children ?? [])].flatMap((block) => [...block.children] as HTMLElement[]);

function rangesIn(box: HTMLElement | null, keys: readonly number[], pattern: RegExp): Range[] {
  const wanted = new Set(keys);
  return rowsIn(box).flatMap((row) => {
    const text = wanted.has(Number(row.dataset["key"] ?? Number.NaN)) ? row.querySelector(".row-text") : null;
    if (!text) return [];
    const ranges: Range[] = [];
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      for (const { index, 0: found } of node.data.matchAll(pattern)) {
        const range = new Range();
        range.setStart(node, index);
        range.setEnd(node, index + found.length);
        ranges.push(range);
      }
    }
    return ranges;
  });
}
