/** Shows the page for the current route. */
import { useLayoutEffect, useMemo } from "react";
import { Begin } from "./begin.js";
import { Compare } from "./compare.js";
import { Home } from "./home.js";
import { Live } from "./live.js";
import { NotFound } from "./shell.js";
import { BaseContext } from "./use-place.js";
import { useRoute } from "./use-route.js";

export function App() {
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
      return <Talk key={route.thread} thread={route.thread} />;
    case "compare":
      return <Compare key={`${route.one} ${route.other}`} one={route.one} other={route.other} />;
    default:
      return <NotFound />;
  }
}

function Talk({ thread }: { readonly thread: string }) {
  const base = useMemo(() => ["talk", thread], [thread]);
  return (
    <BaseContext.Provider value={base}>
      <Live thread={thread} />
    </BaseContext.Provider>
  );
}
