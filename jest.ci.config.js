/** What `.ci/run` tests after `npm test`. */
import config from "./jest.config.js";
import { pageAndContracts, suitesNamed } from "./jest.suites.js";

export default {
  ...config,
  testMatch: suitesNamed(pageAndContracts),
  testPathIgnorePatterns: ["/node_modules/"],
};
