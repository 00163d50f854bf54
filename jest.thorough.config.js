/**
 * `npm run test:thorough`: properties, such as those of rules, parsers and renderers, with many cases each, and the
 * suites that take long and seldom fail.
 */
import config from "./jest.config.js";
import { longSuites, suitesNamed, suitesWithoutProgram } from "./jest.suites.js";

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
