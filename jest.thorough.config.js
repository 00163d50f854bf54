/**
 * `npm run test:thorough`: the properties of rules, parsers and renderers, with many cases each, and tests that take
 * long and seldom fail: the recipes in CONTRIBUTING.md, for which many suites run again in a copy of the project; bundles;
 * conversations in a browser; and the documentation's site.
 */
import config from "./jest.config.js";
import { suitesNamed } from "./jest.suites.js";

export default {
  ...config,
  testMatch: suitesNamed([
    "hostile/{command-line.integration,speeches,surroundings}",
    "core/selection/{*.properties,proportional-fair,transitions}",
    "core/text/{*.properties,address,bid-first,clean-speech,word-count}",
    "talk/{conversations/delivery,transcript}/*.properties",
    "talk/storage/{foreign-values,removed}.integration",
    "stage/markdown",
    "package/{browser,bundles,packed,recipes}.integration",
    "deploy/{cluster,context}.integration",
    "talk/conversations/queue/versions.integration",
    "docs/site-build.integration",
  ]),
  testPathIgnorePatterns: ["/node_modules/"],
  globals: { propertyCases: 10_000 },
};
