/** Shows the page of the current route. */
import { useLayoutEffect } from "react";
import { Begin } from "./begin.js";
import { Compare } from "./compare.js";
import { Home } from "./home.js";
import { Live } from "./live.js";
import { NotFound } from "./shell.js";
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
      return <Live key={route.thread} thread={route.thread} />;
    case "compare":
      return <Compare key={`${route.one} ${route.other}`} one={route.one} other={route.other} />;
    default:
      return <NotFound />;
  }
}
