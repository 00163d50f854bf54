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

/**
 * The suites that take long and seldom fail, and those that need a browser or a pooler. `npm test` leaves them out, and
 * `npm run test:thorough` runs them.
 */
export const longSuites = suitesNamed([
  "apps/{cli/queue,server/{driving,load,modes-server},web/followers}.integration",
  "core/text/linear",
  "deploy/{cluster,context}.integration",
  "docs/{commands,programs,site-build}.integration",
  "graph/modes/{left-behind,supervisor/replan-kills}.integration",
  "hostile/{speeches,surroundings}",
  "package/{browser,bundles,event-kinds,packed,recipes}.integration",
  "playground/{gallery,playground}.integration",
  "stage/*.integration",
  "talk/contracts/{checkpointers,conversations-server,pooler}.integration",
  "talk/conversations/{queue/{faults,moves,traces,versions,workers},remote/following}.integration",
  "talk/storage/{indexed-db,kills}.integration",
]).flatMap((pattern) => globSync(pattern.replace("<rootDir>/", ""), { cwd }));
