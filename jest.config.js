/**
 * Tests run as ES modules, like the published package. Suites that need a server, a database or another process are
 * named `*.integration.test.ts`; `npm run test:unit` skips them.
 */
import { existsSync, readFileSync } from "node:fs";

const { CHROMIUM, CHROMIUM_REQUIRED, PGBOUNCER = "/usr/sbin/pgbouncer", PGBOUNCER_REQUIRED } = process.env;
const browsers = JSON.parse(readFileSync(new URL("test/support/browsers.json", import.meta.url), "utf8"));
const hasBrowser = CHROMIUM || CHROMIUM_REQUIRED || browsers.some((path) => existsSync(path));
if (!hasBrowser)
  console.warn(
    "Not run: the tests in test/stage and test/package/browser, since Chromium was not found (CHROMIUM=/path/to/it)",
  );
const hasPooler = PGBOUNCER_REQUIRED || existsSync(PGBOUNCER);
if (!hasPooler) console.warn("Not run: the tests with PgBouncer, since it was not found (PGBOUNCER=/path/to/it)");

export default {
  testEnvironment: "<rootDir>/test/runner/environment.js",
  testRunner: "<rootDir>/test/runner/runner.js",
  testPathIgnorePatterns: [
    "/node_modules/",
    // These suites take long and seldom fail, so only `npm run test:thorough` runs them.
    "package/(?:browser|bundles|packed|recipes)",
    "deploy/(?:cluster|context)",
    "conversations/queue/versions",
    "docs/site-build",
    ...(hasPooler ? [] : ["contracts/pooler"]),
    ...(hasBrowser ? [] : ["test/stage/.*integration"]),
  ],
  roots: ["<rootDir>/test"],
  extensionsToTreatAsEsm: [".ts"],
  moduleNameMapper: {
    "^(\\.{1,2}/.*)\\.js$": "$1",
    // As in tsconfig.json, examples that a test imports use the sources and not the build.
    "^rostrum$": "<rootDir>/src/index.ts",
    "^rostrum/(ai-sdk|modes|react|testing)$": "<rootDir>/src/$1.ts",
  },
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript" },
          target: "es2022",
          // Node.js imports JSON only with the attribute `type`.
          experimental: { keepImportAttributes: true },
        },
        // Keeps source maps out of the modules, where they would be three quarters of the text that each suite loads.
        sourceMaps: true,
      },
    ],
  },
  setupFilesAfterEnv: ["<rootDir>/test/support/no-output.ts"],
  globalSetup: "<rootDir>/test/support/before-all.ts",
  globalTeardown: "<rootDir>/test/support/after-all.ts",
  testTimeout: 30_000,
  testSequencer: "<rootDir>/jest.sequencer.js",
  // One more than a machine with two cores has: integration suites mostly wait for servers and databases.
  maxWorkers: 3,
  workerIdleMemoryLimit: "1GB",
};
