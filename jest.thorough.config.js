/**
 * `npm run test:thorough`: properties, such as those of rules, parsers and renderers, with many cases each, and
 * the suites that `npm test` leaves out.
 */
import { existsSync, readFileSync } from "node:fs";
import config from "./jest.config.js";
import { longSuites, suitesNamed } from "./jest.suites.js";

const { CHROMIUM, CHROMIUM_REQUIRED, PGBOUNCER = "/usr/sbin/pgbouncer", PGBOUNCER_REQUIRED } = process.env;
const browsers = JSON.parse(readFileSync(new URL("test/support/browsers.json", import.meta.url), "utf8"));
const hasBrowser = CHROMIUM || CHROMIUM_REQUIRED || browsers.some((path) => existsSync(path));
if (!hasBrowser)
  console.warn(
    "Not run: the tests in test/stage, test/playground and test/package/browser, since Chromium was not found (CHROMIUM=/path/to/it)",
  );
const hasPooler = PGBOUNCER_REQUIRED || existsSync(PGBOUNCER);
if (!hasPooler) console.warn("Not run: the tests with PgBouncer, since it was not found (PGBOUNCER=/path/to/it)");

const suitesWithoutProgram = [
  ...(hasPooler ? [] : ["contracts/pooler"]),
  ...(hasBrowser ? [] : ["test/stage/.*integration", "package/browser", "test/playground"]),
];

export default {
  ...config,
  testMatch: suitesNamed([
    "hostile/command-line.integration",
    "core/selection/{*.properties,proportional-fair,transitions}",
    "core/stopping/director",
    "core/text/{*.properties,address,bid-first,clean-speech,word-count}",
    "talk/{conversations/delivery,transcript}/*.properties",
    "talk/storage/{foreign-values,removed}.integration",
    "stage/markdown",
  ]).concat(longSuites.map((path) => `<rootDir>/${path}`)),
  testPathIgnorePatterns: ["/node_modules/", ...suitesWithoutProgram],
  globals: { propertyCases: 10_000 },
  // Some of these suites build, install or render, which takes a busy machine minutes.
  testTimeout: 120_000,
};
