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
  // One for each of two cores; left alone, the runner would use a single one where CI is set.
  maxWorkers: 2,
};
