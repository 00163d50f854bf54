/**
 * Tests run as ES modules, like the published package. Most suites that need a server, a database or another process
 * are named `*.integration.test.ts`, so that `npm run test:unit` skips them.
 */
import { longSuites } from "./jest.suites.js";

export default {
  testEnvironment: "<rootDir>/test/runner/environment.js",
  testRunner: "<rootDir>/test/runner/runner.js",
  testPathIgnorePatterns: ["/node_modules/", ...longSuites],
  roots: ["<rootDir>/test"],
  extensionsToTreatAsEsm: [".ts"],
  moduleNameMapper: {
    "^(\\.{1,2}/.*)\\.js$": "$1",
    // As in tsconfig.json, examples that a test imports use the sources and not the build.
    "^rostrum$": "<rootDir>/src/index.ts",
    "^rostrum/([\\w-]+)$": "<rootDir>/src/$1.ts",
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
        // Keeps source maps out of the modules, where they would be most of the text that each suite loads.
        sourceMaps: true,
      },
    ],
  },
  setupFilesAfterEnv: ["<rootDir>/test/support/compile-cache.ts", "<rootDir>/test/support/no-output.ts"],
  globalSetup: "<rootDir>/test/support/before-all.ts",
  globalTeardown: "<rootDir>/test/support/after-all.ts",
  // Allows for a machine that is busy with other work. Tests that take longer set their own limit.
  testTimeout: 90_000,
  testSequencer: "<rootDir>/jest.sequencer.js",
  // Can be more than the number of cores, because many integration suites wait for servers and databases. Each further
  // worker costs CPU time, because it loads and optimizes all modules again.
  maxWorkers: 3,
  workerIdleMemoryLimit: "1GB",
  // Ending a process with this much memory can take a busy machine longer than the default of half a second.
  workerGracefulExitTimeout: 10_000,
};
