/**
 * Tests run as ES modules, as the package ships. A suite that needs a server, a database or another process is named
 * `*.integration.test.ts`; `npm run test:unit` leaves those out.
 */
import { existsSync, readFileSync } from "node:fs";

const { CHROMIUM, CHROMIUM_REQUIRED } = process.env;
const browsers = JSON.parse(readFileSync(new URL("test/support/browsers.json", import.meta.url), "utf8"));
const hasBrowser = CHROMIUM || CHROMIUM_REQUIRED || browsers.some((path) => existsSync(path));
if (!hasBrowser)
  console.warn("Not run: the tests of the page in test/stage, since Chromium was not found (CHROMIUM=/path/to/it)");

export default {
  testEnvironment: "<rootDir>/jest.environment.js",
  testPathIgnorePatterns: ["/node_modules/", ...(hasBrowser ? [] : ["test/stage/.*integration"])],
  roots: ["<rootDir>/test"],
  extensionsToTreatAsEsm: [".ts"],
  moduleNameMapper: {
    "^(\\.{1,2}/.*)\\.js$": "$1",
    // As in tsconfig.json: an example that a test imports takes this source, not the build.
    "^rostrum$": "<rootDir>/src/index.ts",
    "^rostrum/(modes|testing)$": "<rootDir>/src/$1.ts",
  },
  transform: {
    "^.+\\.ts$": ["@swc/jest", { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, sourceMaps: "inline" }],
  },
  setupFilesAfterEnv: ["<rootDir>/test/support/no-output.ts"],
  globalSetup: "<rootDir>/test/support/before-all.ts",
  globalTeardown: "<rootDir>/test/support/after-all.ts",
  testTimeout: 30_000,
  testSequencer: "<rootDir>/jest.sequencer.js",
  // At least one more than two cores: integration suites spend most of their time waiting for servers and databases.
  maxWorkers: 3,
  // Each suite's modules stay in its worker's memory, and collections take longer the more there are: restart a worker after about
  // two suites. With 700 MB the same tests took a quarter more CPU time.
  workerIdleMemoryLimit: "300MB",
};
