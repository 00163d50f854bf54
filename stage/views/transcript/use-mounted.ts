/** Puts the blocks of a long list into the page when they come near the window, so that a long list opens quickly. */
import { type RefObject, useCallback, useEffect, useState } from "react";

/** Blocks up to this distance outside the window are in the page. */
const margin = "900px 0px";

/**
 * Returns the blocks that are in the page, and a function that adds a block and its neighbours. Blocks stay in the
 * page. An element with the attribute `data-block` stands in for each other block.
 */
export function useMounted(box: RefObject<HTMLElement | null>, count: number) {
  const [mounted, setMounted] = useState<ReadonlySet<number>>(new Set([0, 1]));
  const add = useCallback((blocks: readonly number[]) => {
    setMounted((before) => (blocks.every((block) => before.has(block)) ? before : new Set([...before, ...blocks])));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks for the elements again when they have changed
  useEffect(() => {
    const observer = new IntersectionObserver(
      (seen) =>
        add(
          seen.flatMap(({ target, isIntersecting }) =>
            isIntersecting ? Number((target as HTMLElement).dataset["block"]) : [],
          ),
        ),
      { root: box.current?.closest(".main") ?? null, rootMargin: margin },
    );
    for (const place of box.current?.querySelectorAll("[data-block]") ?? []) observer.observe(place);
    return () => observer.disconnect();
  }, [mounted, count]);
  const bringIn = useCallback((block: number) => add([block - 1, block, block + 1]), [add]);
  return { mounted, bringIn } as const;
}
