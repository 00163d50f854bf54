import type { Page } from "playwright-core";

export interface Layout {
  /** The number of lines of the current speech that are visible and not covered. */
  readonly lines: number;
  readonly isWhole: boolean;
  /**
   * Pairs of texts or seats that overlap, texts and seats that are cut off, texts outside the window, and a page that
   * is too wide.
   */
  readonly faults: readonly string[];
}

const measure = `(() => {
  // A box that scrolls, or that ends a line or a paragraph with an ellipsis, may hide a part of its content.
  const mayHide = (element, { overflow, textOverflow, webkitLineClamp }) =>
    textOverflow === "ellipsis" ||
    webkitLineClamp !== "none" ||
    (/auto|scroll/.test(overflow) && !element.matches(".main"));
  const clippedTo = (rect, element) => {
    let { left, top, right, bottom } = rect;
    let [isCut, isHideable] = [false, false];
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.position === "fixed") break;
      if (at === document.documentElement || style.overflow === "visible") continue;
      const edge = at.getBoundingClientRect();
      isHideable ||= mayHide(at, style);
      isCut ||= !isHideable && Math.max(edge.top - top, bottom - edge.bottom, edge.left - left, right - edge.right) > 4;
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return { left, top, right, bottom, width: right - left, height: bottom - top, isCut };
  };
  const isSeen = ({ width, height }) => width > 1 && height > 1;
  const box = document.querySelector(".speech-text");
  const seen = clippedTo(box.getBoundingClientRect(), box);
  const lineHeight = Number.parseFloat(getComputedStyle(box).lineHeight);
  const bottom = Math.min(seen.bottom, innerHeight);
  const middle = seen.left + seen.width / 2;
  let height = 0;
  for (let y = Math.max(0, seen.top); y < bottom; y += 1)
    if (box.contains(document.elementFromPoint(middle, y + 0.5))) height += 1;

  const faults = [];
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
    if (rects.some(({ isCut }) => isCut)) faults.push("cut: " + node.data.trim().slice(0, 24));
    const shown = rects.filter(isSeen);
    if (shown.length > 0) texts.push({ text: node.data.trim().slice(0, 24), shown, seat: parent.closest(".seat") });
  }
  const overlap = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;
  for (const [index, one] of texts.entries()) {
    const isOut = ({ bottom, right, left, top }) => Math.min(left, top, innerWidth - right, innerHeight - bottom) < -1;
    if (one.shown.some(isOut))
      faults.push("outside: " + one.text);
    for (const other of texts.slice(index + 1))
      if (one.shown.some((rect) => other.shown.some((each) => overlap(rect, each))))
        faults.push(one.text + " / " + other.text);
  }
  const seats = [...document.querySelectorAll(".seat")].flatMap((seat) => {
    const disc = seat.querySelector(".disc");
    const box = disc.getBoundingClientRect();
    const rect = clippedTo(box, disc);
    if (rect.isCut) faults.push("cut: the seat " + seat.textContent.slice(0, 24));
    if (!isSeen(rect)) return [];
    const name = seat.textContent.slice(0, 24);
    for (const { text, shown, seat: own } of texts)
      if (own !== seat && shown.some((each) => overlap(rect, each))) faults.push("the seat " + name + " / " + text);
    return [{ name, ...box.toJSON() }];
  });
  for (const [index, one] of seats.entries())
    for (const other of seats.slice(index + 1))
      if (Math.hypot(one.x - other.x, one.y - other.y) < 0.95 * one.width)
        faults.push("the seats " + one.name + " / " + other.name);
  if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the window");
  return { lines: height / lineHeight, isWhole: box.scrollHeight <= height + 2, faults: [...new Set(faults)] };
})()`;

export async function layoutOf(tab: Page): Promise<Layout> {
  await tab.evaluate(
    "new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(next, 50))))",
  );
  return tab.evaluate<Layout>(measure);
}
