/** A pattern that matches no suite throws, because its suite has probably been moved or renamed. */
import { existsSync, globSync, readFileSync } from "node:fs";

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

/** The suites that take long and seldom fail. `npm test` leaves them out, and `npm run test:thorough` runs them. */
export const longSuites = suitesNamed([
  "apps/{cli/queue,server/{driving,load,modes-server},web/followers}.integration",
  "core/text/linear",
  "deploy/{cluster,context}.integration",
  "docs/{commands,programs,site-build}.integration",
  "graph/modes/{left-behind,supervisor/replan-kills}.integration",
  "hostile/{speeches,surroundings}",
  "package/{browser,bundles,event-kinds,packed,recipes}.integration",
  "playground/{gallery,playground}.integration",
  "stage/{layout,newcomer,safety}.integration",
  "talk/contracts/{conversations-server,pooler}.integration",
  "talk/conversations/{queue/{faults,moves,traces,versions},remote/following}.integration",
  "talk/storage/{indexed-db,kills}.integration",
]).flatMap((pattern) => globSync(pattern.replace("<rootDir>/", ""), { cwd }));

const { CHROMIUM, CHROMIUM_REQUIRED, PGBOUNCER = "/usr/sbin/pgbouncer", PGBOUNCER_REQUIRED } = process.env;
const browsers = JSON.parse(readFileSync(new URL("test/support/browsers.json", import.meta.url), "utf8"));
const hasBrowser = CHROMIUM || CHROMIUM_REQUIRED || browsers.some((path) => existsSync(path));
if (!hasBrowser)
  console.warn(
    "Not run: the tests in test/stage, test/playground and test/package/browser, since Chromium was not found (CHROMIUM=/path/to/it)",
  );
const hasPooler = PGBOUNCER_REQUIRED || existsSync(PGBOUNCER);
if (!hasPooler) console.warn("Not run: the tests with PgBouncer, since it was not found (PGBOUNCER=/path/to/it)");

export const suitesWithoutProgram = [
  ...(hasPooler ? [] : ["contracts/pooler"]),
  ...(hasBrowser ? [] : ["test/stage/.*integration", "package/browser", "test/playground"]),
];
