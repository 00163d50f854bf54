/** Takes rows far from the viewport out of the page, so that a long transcript stays quick. */
import { type RefObject, useCallback, useEffect, useState } from "react";

/** The distance from the visible part of the transcript within which blocks get their rows. */
const margin = "300px 0px";

/**
 * How many blocks keep their rows, besides those with the focus or the selection. The more elements a page has, the
 * longer each garbage collection takes.
 */
const most = 20;

/**
 * Returns the blocks that have their rows in the page, a function that brings in the rows of a block and its neighbors,
 * and a ref for the element of each block, which has the attribute `data-block`.
 */
export function useMounted(box: RefObject<HTMLElement | null>) {
  const [mounted, setMounted] = useState<ReadonlySet<number>>(new Set([0, 1]));
  const add = useCallback(
    (blocks: readonly number[]) => {
      const [place] = blocks;
      if (place === undefined) return;
      setMounted((before) => {
        if (blocks.every((block) => before.has(block))) return before;
        const distance = (block: number) => Math.abs(block - place);
        const all = [...new Set([...before, ...blocks])].sort((one, other) => distance(one) - distance(other));
        return new Set(all.filter((block, index) => index < most || isHeld(box.current, block)));
      });
    },
    [box],
  );
  // All elements share one observer, to which `watch` adds them. Finding them again after each change would take longer
  // as the list grows.
  const [observer, setObserver] = useState<IntersectionObserver | null>(null);
  useEffect(() => {
    const made = new IntersectionObserver(
      (seen) =>
        add(
          seen.flatMap(({ target, isIntersecting }) =>
            isIntersecting ? Number((target as HTMLElement).dataset["block"]) : [],
          ),
        ),
      { root: box.current?.closest(".main") ?? null, rootMargin: margin },
    );
    setObserver(made);
    return () => made.disconnect();
  }, [box, add]);
  const watch = useCallback(
    (block: HTMLElement | null) => {
      if (!observer || !block) return undefined;
      observer.observe(block);
      return () => observer.unobserve(block);
    },
    [observer],
  );
  const bringIn = useCallback((block: number) => add([block, block - 1, block + 1]), [add]);
  return { mounted, bringIn, watch } as const;
}

/** Whether the block has the focus or the selection, which the reader would lose if its rows left the page. */
function isHeld(box: HTMLElement | null, block: number): boolean {
  const element = box?.querySelector(`:scope > [data-block="${block}"]`);
  if (!element) return false;
  return element.contains(document.activeElement) || (getSelection()?.containsNode(element, true) ?? false);
}
