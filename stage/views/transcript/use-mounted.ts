/** Puts the blocks of a long list into the page when they come near the window, so that a long list opens quickly. */
import { type RefObject, useCallback, useEffect, useState } from "react";

/** Blocks up to this distance outside the window are in the page. */
const margin = "900px 0px";

/**
 * Returns the blocks that are in the page, a function that adds a block and its neighbours, and a ref for each element
 * with the attribute `data-block`, which stands in for a block that is not in the page. Blocks stay in the page.
 */
export function useMounted(box: RefObject<HTMLElement | null>) {
  const [mounted, setMounted] = useState<ReadonlySet<number>>(new Set([0, 1]));
  const add = useCallback((blocks: readonly number[]) => {
    setMounted((before) => (blocks.every((block) => before.has(block)) ? before : new Set([...before, ...blocks])));
  }, []);
  // One observer serves all elements. Finding them again after each change would take longer as the list grows.
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
    (place: HTMLElement | null) => {
      if (!observer || !place) return undefined;
      observer.observe(place);
      return () => observer.unobserve(place);
    },
    [observer],
  );
  const bringIn = useCallback((block: number) => add([block - 1, block, block + 1]), [add]);
  return { mounted, bringIn, watch } as const;
}
