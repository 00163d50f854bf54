/** Tests run as the ES modules they are: what is tested is what is shipped. */
export default {
  testEnvironment: "node",
  roots: ["<rootDir>/test"],
  extensionsToTreatAsEsm: [".ts"],
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  transform: {
    "^.+\\.ts$": ["@swc/jest", { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, sourceMaps: "inline" }],
  },
  globalSetup: "<rootDir>/test/support/before-all.ts",
  globalTeardown: "<rootDir>/test/support/after-all.ts",
  testTimeout: 30_000,
  testSequencer: "<rootDir>/jest.sequencer.js",
  // More than the two cores that there are at least: the long suites wait for servers and databases most of their time.
  maxWorkers: 3,
  // The modules of every suite stay in memory, and the more there are, the longer each collection takes: start anew instead, as a
  // rule after two suites. With 700 MB the same tests took a quarter more of the processors, and far longer by the clock.
  workerIdleMemoryLimit: "300MB",
};
