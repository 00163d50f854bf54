/**
 * The playground: the stage, with its server in the page itself. Everything but the list of conversations is loaded
 * after the first paint.
 */
import { type ComponentType, lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import "../stage/style/all.css";
import "./playground.css";
import { handleRequests } from "../stage/net/request.js";
import { App } from "../stage/views/app.js";
import { ExtrasContext } from "../stage/views/extras.js";
import { Page, Shell } from "../stage/views/shell.js";
import { useWords } from "../stage/words/words.js";
import { extras } from "./views/extras.js";

/**
 * Resolves when the browser has painted the page, but after a second at the latest, because browsers do not paint
 * hidden tabs.
 */
const painted = new Promise<void>((resolve) => {
  setTimeout(resolve, 1000);
  requestAnimationFrame(() => setTimeout(resolve));
});

const server = painted.then(() => import("./server.js")).then(({ startServer }) => startServer());
handleRequests(async (request) => (await server)(request));

const parts = {
  begin: () => import("../stage/views/begin.js"),
  live: () => import("../stage/views/live.js"),
  compare: () => import("../stage/views/compare.js"),
  write: () => import("./views/write.js"),
};

const later = <Props,>(load: () => Promise<ComponentType<Props>>) => lazy(async () => ({ default: await load() }));

const Begin = later(async () => (await parts.begin()).Begin);
const Live = later(async () => (await parts.live()).Live);
const Compare = later(async () => (await parts.compare()).Compare);
const Write = later(async () => (await parts.write()).Write);

function pageOf([page, packed]: readonly string[]) {
  if (page === "write") return <Write key="write" packed={null} />;
  return page === "shared" && packed ? <Write key={packed} packed={packed} /> : null;
}

function Loading() {
  const { shell } = useWords();
  return (
    <Page title={shell.loading} className="home">
      <p className="soft">{shell.loading}</p>
    </Page>
  );
}

const page = document.getElementById("page");
if (page)
  createRoot(page).render(
    <StrictMode>
      <Shell>
        <ExtrasContext value={extras}>
          <Suspense fallback={<Loading />}>
            <App Begin={Begin} Live={Live} Compare={Compare} pageOf={pageOf} />
          </Suspense>
        </ExtrasContext>
      </Shell>
    </StrictMode>,
  );

/** Loads the other files, except the client for a reader's own model, so that the rehearsal works without a network. */
async function loadRest(): Promise<void> {
  await server;
  const { loadRest: loadRestOfServer } = await import("./server.js");
  await Promise.all([loadRestOfServer(), ...Object.values(parts).map((load) => load())]);
  document.documentElement.dataset["loaded"] = "all";
}

// What could not be loaded now is loaded when it is used.
loadRest().catch(() => {});
