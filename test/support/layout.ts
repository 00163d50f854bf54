/** Measures in the browser how much of a conversation's page a person can see. */
import type { Page } from "playwright-core";

export interface Layout {
  /** The number of lines of the current speech that are visible and not covered. */
  readonly lines: number;
  /** Whether the whole speech is visible. */
  readonly isWhole: boolean;
  /** Pairs of texts that overlap, and texts outside the window. */
  readonly faults: readonly string[];
}

const measure = `(() => {
  const clippedTo = (rect, element) => {
    let { left, top, right, bottom } = rect;
    for (let at = element; at; at = at.parentElement) {
      if (getComputedStyle(at).position === "fixed") break;
      if (at === document.documentElement || getComputedStyle(at).overflow === "visible") continue;
      const edge = at.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  };
  const box = document.querySelector(".speech-text");
  const seen = clippedTo(box.getBoundingClientRect(), box);
  const lineHeight = Number.parseFloat(getComputedStyle(box).lineHeight);
  const bottom = Math.min(seen.bottom, innerHeight);
  const middle = seen.left + seen.width / 2;
  let height = 0;
  for (let y = Math.max(0, seen.top); y < bottom; y += 1)
    if (box.contains(document.elementFromPoint(middle, y + 0.5))) height += 1;

  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (node.data.trim() === "" || parent.closest(".unseen, option, script, style, .speech-rest")) continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].map((rect) => clippedTo(rect, parent));
    const shown = rects.filter(({ width, height }) => width > 1 && height > 1);
    if (shown.length > 0) texts.push({ text: node.data.trim().slice(0, 24), shown });
  }
  const faults = [];
  const overlap = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;
  for (const [index, one] of texts.entries()) {
    if (one.shown.some(({ bottom, right, left, top }) => bottom > innerHeight + 1 || right > innerWidth + 1 || left < -1 || top < -1))
      faults.push("outside: " + one.text);
    for (const other of texts.slice(index + 1))
      if (one.shown.some((rect) => other.shown.some((each) => overlap(rect, each))))
        faults.push(one.text + " / " + other.text);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the window");
  return { lines: height / lineHeight, isWhole: box.scrollHeight <= height + 2, faults: [...new Set(faults)] };
})()`;

/** Waits until the page has adapted to its size, and measures it. */
export async function layoutOf(tab: Page): Promise<Layout> {
  await tab.evaluate(
    "new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(next, 50))))",
  );
  return tab.evaluate<Layout>(measure);
}
