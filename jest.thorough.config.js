/**
 * `npm run test:thorough`: the properties of rules, parsers and renderers, with many cases each; and what takes long and
 * seldom breaks: the recipes of CONTRIBUTING.md, for which a copy of the project runs many suites again, bundles,
 * conversations in a browser, and the documentation's site.
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
    "package/{browser,bundles,recipes}.integration",
    "docs/site-build.integration",
  ]),
  testPathIgnorePatterns: ["/node_modules/"],
  globals: { propertyCases: 10_000 },
};
