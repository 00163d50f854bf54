import { type ComponentType, type ReactNode, useLayoutEffect, useMemo } from "react";
import { Home } from "./home.js";
import { NotFound } from "./shell.js";
import { BaseContext } from "./use-place.js";
import { useRoute } from "./use-route.js";

interface AppProps {
  readonly Begin: ComponentType<{ readonly from: string | null }>;
  readonly Live: ComponentType<{ readonly thread: string }>;
  readonly Compare: ComponentType<{ readonly one: string; readonly other: string }>;
  /** Returns the additional page at an address; null if there is none. Default: there are no additional pages. */
  readonly pageOf?: (words: readonly string[]) => ReactNode;
}

export function App({ Begin, Live, Compare, pageOf }: AppProps) {
  const route = useRoute();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page starts at its top
  useLayoutEffect(() => {
    scrollTo(0, 0);
  }, [route.page]);
  switch (route.page) {
    case "all":
      return <Home />;
    case "begin":
      return <Begin key={route.from} from={route.from} />;
    case "talk":
      return (
        <Base key={route.thread} thread={route.thread}>
          <Live thread={route.thread} />
        </Base>
      );
    case "compare":
      return <Compare key={`${route.one} ${route.other}`} one={route.one} other={route.other} />;
    default:
      return pageOf?.(route.words) ?? <NotFound />;
  }
}

function Base({ thread, children }: { readonly thread: string; readonly children: ReactNode }) {
  const base = useMemo(() => ["talk", thread], [thread]);
  return <BaseContext.Provider value={base}>{children}</BaseContext.Provider>;
}
