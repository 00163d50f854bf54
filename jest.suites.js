/** A pattern that matches no suite throws, because its suite has probably been moved or renamed. */
import { globSync } from "node:fs";

const cwd = import.meta.dirname;

/** Turns patterns below `test/`, without `.test.ts`, into Jest's `testMatch`. */
export function suitesNamed(patterns) {
  return patterns.map((pattern) => {
    const path = `test/${pattern}.test.ts`;
    if (globSync(path, { cwd }).length === 0) throw new Error(`No suite matches ${path}`);
    return `<rootDir>/${path}`;
  });
}

/** Returns the path fragments unchanged, after checking that each matches a suite. */
export function partsOfPaths(parts) {
  const paths = globSync("test/**/*.test.ts", { cwd });
  for (const part of parts) if (!paths.some((path) => path.includes(part))) throw new Error(`No suite matches ${part}`);
  return parts;
}

/** The page in a browser, and the contracts of servers, workers and a pooler. `.ci/run` tests them after `npm test`. */
export const pageAndContracts = [
  "stage/*.integration",
  "talk/contracts/{checkpointers,conversations-server,pooler,queue}.integration",
];

/**
 * The suites that need a browser, a pooler or LangGraph's server, and those that take long and seldom fail. `npm test`
 * leaves them out, and `npm run test:thorough` runs them.
 */
export const longSuites = suitesNamed([
  ...pageAndContracts,
  "apps/{cli/{process,queue,remote},server/*,web/{ag-ui-server,followers}}.integration",
  "core/text/linear",
  "deploy/{assistants,cluster,context}.integration",
  "docs/{commands,programs,site-build}.integration",
  "examples/*.integration",
  "graph/modes/{left-behind,supervisor/replan-kills}.integration",
  "hostile/{speeches,surroundings}",
  "package/{browser,bundles,event-kinds,packed,recipes}.integration",
  "playground/{gallery,playground}.integration",
  "talk/conversations/{queue/{faults,moves,operations,traces,versions,workers},remote/{following,with-login}}.integration",
  "talk/storage/{failed-saves,indexed-db,kills,lost-connections}.integration",
]).flatMap((pattern) => globSync(pattern.replace("<rootDir>/", ""), { cwd }));
