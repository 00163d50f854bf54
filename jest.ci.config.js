/** What `.ci/run` tests after `npm test`: the page in a browser, and the contracts of servers, workers and a pooler. */
import config from "./jest.config.js";
import { suitesNamed } from "./jest.suites.js";

export default {
  ...config,
  testMatch: suitesNamed([
    "stage/*.integration",
    "talk/contracts/{checkpointers,conversations-server,pooler,queue}.integration",
  ]),
  testPathIgnorePatterns: ["/node_modules/"],
};
